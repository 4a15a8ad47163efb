import {
  type Environment,
  LogLevel,
  Paddle,
  type Adjustment as PaddleAdjustment,
  type Transaction as PaddleTransaction,
} from '@paddle/paddle-node-sdk';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { ask, isMissing } from './askPaddle.ts';
import type { Adjustment, Charge, Payments, Transaction } from './payments.ts';
import { checkSignature } from './signature.ts';
import { parseEvent, readEvent, readOrderId } from './wire.ts';

/** Ms. Paddle replies in well under a second; after this the buyer is asked to try again. */
const DEADLINE = 10_000;
/** The most that Paddle lists in one page (developer.paddle.com/api-reference/adjustments). */
const NEWEST = 50;

/** `baseUrl` replaces Paddle's own; `deadline` is per call, ms. Throws for an empty secret. */
export function paddlePayments(options: {
  apiKey: string;
  baseUrl: string | null;
  environment: 'sandbox' | 'production';
  webhookSecrets: string[];
  deadline?: number;
}): Payments {
  const { webhookSecrets, deadline = DEADLINE } = options;
  if (!webhookSecrets.length || webhookSecrets.some((secret) => !secret.trim())) {
    throw new Error('Paddle needs a webhook secret: an empty one would accept any signature');
  }
  const paddle = new Paddle(options.apiKey, {
    // The SDK treats any other name than its two as a base URL.
    environment: (options.baseUrl ?? options.environment) as Environment,
    logLevel: LogLevel.none,
  });

  async function find(transactionId: string): Promise<Transaction | null> {
    try {
      return readTransaction(await ask(deadline, () => paddle.transactions.get(transactionId)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function refundsOf(transactionId: string): Promise<Adjustment[]> {
    const refunds = paddle.adjustments.list({ transactionId: [transactionId], action: 'refund' });
    return (await ask(deadline, () => refunds.next())).map(readAdjustment);
  }

  async function liveRefundOf(transactionId: string) {
    return (await refundsOf(transactionId)).find(
      ({ type, status }) =>
        type === 'full' && (status === 'pending_approval' || status === 'approved'),
    );
  }

  async function createRefund(transactionId: string, reason: string): Promise<Adjustment> {
    try {
      const request = { action: 'refund', type: 'full', transactionId, reason } as const;
      return readAdjustment(await ask(deadline, () => paddle.adjustments.create(request)));
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.trouble !== 'rejected') throw error;
      // Another instance may have created one since we looked.
      const theirs = await liveRefundOf(transactionId);
      if (theirs) return theirs;
      throw error;
    }
  }

  return {
    async open(charge) {
      // The order's id is at the top level of the custom data: the SDK renames keys below it.
      const customData = { orderId: charge.orderId };
      const body = { items: itemsFor(charge), currencyCode: 'USD' as const, customData };
      const { id } = await ask(deadline, () => paddle.transactions.create(body));
      return { transactionId: id };
    },

    async probe() {
      const items = itemsFor({ description: 'To see whether anything can be sold', total: 100 });
      const body = { items, currencyCode: 'USD' as const };
      await ask(deadline, () => paddle.transactions.create(body));
    },

    find,

    async cancel(transactionId) {
      await ask(deadline, () => paddle.transactions.update(transactionId, { status: 'canceled' }));
    },

    async reprice(transactionId, charge) {
      const items = itemsFor(charge);
      await ask(deadline, () => paddle.transactions.update(transactionId, { items }));
    },

    async refund(transactionId, reason) {
      // It may exist already, from a call whose reply was lost: money goes back once.
      return (await liveRefundOf(transactionId)) ?? (await createRefund(transactionId, reason));
    },

    async invoiceLink(transactionId) {
      try {
        const { url } = await ask(deadline, () =>
          paddle.transactions.getInvoicePDF(transactionId, { disposition: 'inline' }),
        );
        if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
      } catch (error) {
        // Not completed yet, free or unknown: Paddle documents no code for any of these.
        if (error instanceof ProviderFailure && error.trouble === 'rejected') return null;
        throw error;
      }
      throw new ProviderFailure('Paddle', 'broken', 'an invoice without an address');
    },

    async findRefund(transactionId, adjustmentId) {
      const all = await refundsOf(transactionId);
      return all.find(({ id }) => id === adjustmentId) ?? null;
    },

    async recentAdjustments() {
      const newest = paddle.adjustments.list({ orderBy: 'id[DESC]', perPage: NEWEST });
      const page = await ask(deadline, () => newest.next());
      return page.map(readAdjustment).reverse();
    },

    async readEvent(rawBody, signature) {
      checkSignature(rawBody, signature, webhookSecrets);
      return parseEvent(rawBody);
    },

    rereadEvent: readEvent,
  };
}

function itemsFor({ description, total }: Pick<Charge, 'description' | 'total'>) {
  const price = {
    name: 'Episode',
    description,
    unitPrice: { amount: String(total), currencyCode: 'USD' as const },
    taxMode: 'internal' as const,
    quantity: { minimum: 1, maximum: 1 },
    product: { name: 'Podcast episode', taxCategory: 'standard' as const },
  };
  return [{ quantity: 1, price }];
}

function readAdjustment({ updatedAt, ...entity }: PaddleAdjustment): Adjustment {
  const { id, transactionId, action, type, status } = entity;
  return { id, transactionId, action, type, status, changedAt: new Date(updatedAt) };
}

function readTransaction(entity: PaddleTransaction): Transaction {
  return {
    id: entity.id,
    status: entity.status,
    orderId: readOrderId(entity.customData),
    items: entity.items.map(({ price, quantity }) => ({
      unitPrice: Number(price?.unitPrice.amount),
      currency: price?.unitPrice.currencyCode ?? '',
      quantity,
    })),
    hasForeignDiscount: Boolean(entity.discountId || Number(entity.details?.totals?.discount ?? 0)),
  };
}
