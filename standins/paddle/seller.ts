import type { PurchaseLog } from '../purchaseLog.ts';
import type { openNotifier } from './notifier.ts';
import type { CreateBody } from './requests.ts';
import {
  type Adjustment,
  adjustmentOf,
  atPrice,
  collected,
  declined,
  priceOf,
  readied,
  type Terms,
  transactionFrom,
  type Wish,
  withItems,
} from './shapes.ts';
import type { Sale, Store } from './store.ts';

/** Live, Paddle's people take hours; the sandbox approves every ten minutes. */
const APPROVAL_DELAY = 3_000;

/** What the API refuses, with Paddle's own codes. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export type SellerAccount = ReturnType<typeof openSellerAccount>;

/**
 * The seller's account at the stand-in: what may be sold, paid, canceled, refunded and charged back. Every act
 * is saved with its webhooks, then in the purchase log, and only then answered.
 */
export function openSellerAccount(tools: {
  store: Store;
  notifier: ReturnType<typeof openNotifier>;
  purchaseLog: PurchaseLog;
}) {
  const { store, notifier, purchaseLog } = tools;
  const approvals = new Map<string, NodeJS.Timeout>();
  resume();

  function find(transactionId: string): Sale {
    const sale = store.find(transactionId);
    if (!sale) throw new Refusal(404, 'entity_not_found', `${transactionId} is not known here`);
    return sale;
  }

  // https://developer.paddle.com/errors/transactions/transaction_balance_less_than_charge_limit
  function refuseTooLittle(cents: number) {
    if (cents === 0 || cents >= 70) return;
    throw new Refusal(
      400,
      'transaction_balance_less_than_charge_limit',
      `Transaction balance: ${cents}, Minimum payment amount: 70, Currency code: USD`,
    );
  }

  function commit(sale: Sale, kind: 'transaction' | 'charge' | 'refund' | null) {
    store.save(sale);
    if (kind) purchaseLog.write(entryOf(sale, kind));
    notifier.send(sale);
  }

  /** In the overlay nobody asks a card before the buyer has said who pays: both are one button here. */
  function sayWhoPays(sale: Sale) {
    if (sale.transaction.status === 'draft') {
      sale.transaction = readied(sale.transaction);
      notifier.note(sale, 'transaction.ready', sale.transaction);
    }
    if (sale.transaction.status === 'ready') return;
    const detail = `The transaction is ${sale.transaction.status}`;
    throw new Refusal(400, 'transaction_immutable', detail);
  }

  function approveLater(sale: Sale, adjustment: Adjustment, at = Date.now() + APPROVAL_DELAY) {
    sale.approvals[adjustment.id] = at;
    const approve = () => become(sale, adjustment, 'approved');
    approvals.set(adjustment.id, setTimeout(approve, Math.max(0, at - Date.now())).unref());
  }

  function become(sale: Sale, adjustment: Adjustment, status: Adjustment['status']) {
    clearTimeout(approvals.get(adjustment.id));
    approvals.delete(adjustment.id);
    delete sale.approvals[adjustment.id];
    adjustment.status = status;
    adjustment.updated_at = new Date().toISOString();
    notifier.note(sale, 'adjustment.updated', adjustment);
    commit(sale, status === 'approved' && isWhole(adjustment) ? 'refund' : null);
  }

  /** Resumes after a kill -9: webhooks, approvals, and the purchase log's entry for a saved act. */
  function resume() {
    const written = new Set(
      purchaseLog
        .read()
        .map((entry) => ('transactionId' in entry ? `${entry.kind} ${entry.transactionId}` : '')),
    );
    for (const sale of store.all()) {
      for (const kind of actsOf(sale)) {
        const entry = entryOf(sale, kind);
        if (!written.has(`${kind} ${entry.transactionId}`)) purchaseLog.write(entry);
      }
      for (const adjustment of sale.adjustments) {
        const at = sale.approvals[adjustment.id];
        if (at !== undefined) approveLater(sale, adjustment, at);
      }
      notifier.send(sale);
    }
  }

  return {
    find,

    create(body: CreateBody, checkoutUrl: string | null): Sale {
      refuseTooLittle(priceOf(body.items));
      const transaction = transactionFrom(body, checkoutUrl);
      const sale: Sale = { transaction, adjustments: [], approvals: {}, notifications: [] };
      notifier.note(sale, 'transaction.created', sale.transaction);
      commit(sale, 'transaction');
      return sale;
    },

    cancel(transactionId: string): Sale {
      const sale = find(transactionId);
      // https://developer.paddle.com/errors/transactions/transaction_invalid_status_change
      if (sale.transaction.status !== 'ready') {
        const detail = `Invalid attempt to change status from '${sale.transaction.status}' to 'canceled'`;
        throw new Refusal(400, 'transaction_invalid_status_change', detail);
      }
      const now = new Date().toISOString();
      sale.transaction = { ...sale.transaction, status: 'canceled', updated_at: now };
      notifier.note(sale, 'transaction.canceled', sale.transaction);
      commit(sale, null);
      return sale;
    },

    reprice(transactionId: string, items: CreateBody['items']): Sale {
      const sale = find(transactionId);
      // https://developer.paddle.com/errors/transactions/transaction_immutable
      if (sale.transaction.status !== 'draft' && sale.transaction.status !== 'ready') {
        throw new Refusal(400, 'transaction_immutable', 'Cannot update immutable transaction');
      }
      refuseTooLittle(priceOf(items));
      sale.transaction = withItems(sale.transaction, items);
      notifier.note(sale, 'transaction.updated', sale.transaction);
      commit(sale, null);
      return sale;
    },

    /** A sale that Paddle writes an invoice for; its docs name no code for the others. */
    billed(transactionId: string): Sale {
      const sale = find(transactionId);
      if (sale.transaction.status === 'completed' && priceOf(sale.transaction.items) > 0)
        return sale;
      throw new Refusal(400, 'bad_request', 'There is no invoice for this transaction');
    },

    /**
     * The buyer pays; paying a second time changes nothing. `crossing` is the price, in cents, that
     * the card was asked for before the seller changed it.
     */
    pay(transactionId: string, terms: Terms, crossing?: number): Sale {
      const sale = find(transactionId);
      if (sale.transaction.status === 'completed') return sale;
      sayWhoPays(sale);
      if (crossing !== undefined) sale.transaction = atPrice(sale.transaction, crossing);
      sale.transaction = collected(sale.transaction, terms);
      notifier.note(sale, 'transaction.paid', { ...sale.transaction, status: 'paid' });
      notifier.note(sale, 'transaction.completed', sale.transaction);
      commit(sale, 'charge');
      return sale;
    },

    decline(transactionId: string): Sale {
      const sale = find(transactionId);
      sayWhoPays(sale);
      sale.transaction = declined(sale.transaction);
      notifier.note(sale, 'transaction.payment_failed', sale.transaction);
      commit(sale, null);
      return sale;
    },

    /** Begun by the seller, by Paddle's people or by the buyer's bank. */
    adjust(transactionId: string, wish: Wish): Adjustment {
      const sale = find(transactionId);
      refuseUnpaid(sale);
      if (wish.action === 'refund') refuseSecondRefund(sale);
      const adjustment = adjustmentOf(sale.transaction, wish);
      sale.adjustments.push(adjustment);
      notifier.note(sale, 'adjustment.created', adjustment);
      if (adjustment.status === 'pending_approval') approveLater(sale, adjustment);
      commit(sale, null);
      return adjustment;
    },

    /** Paddle's people decide about a refund, or a bank gives up a chargeback. */
    decide(adjustmentId: string, status: 'approved' | 'rejected' | 'reversed'): Adjustment {
      const sale = store.all().find(({ adjustments }) => adjustments.some(isIt));
      const adjustment = sale?.adjustments.find(isIt);
      if (!sale || !adjustment) {
        throw new Refusal(404, 'entity_not_found', `${adjustmentId} is not known here`);
      }
      const before = status === 'reversed' ? 'approved' : 'pending_approval';
      if (adjustment.status !== before) {
        const detail = `The adjustment is ${adjustment.status}`;
        throw new Refusal(400, 'adjustment_invalid_status', detail);
      }
      if (status === 'reversed' && adjustment.action === 'chargeback') {
        const { type, reason } = adjustment;
        const undone = { action: 'chargeback_reverse', type, reason } as const;
        const reversal = adjustmentOf(sale.transaction, undone);
        sale.adjustments.push(reversal);
        notifier.note(sale, 'adjustment.created', reversal);
      }
      become(sale, adjustment, status);
      return adjustment;

      function isIt({ id }: Adjustment) {
        return id === adjustmentId;
      }
    },

    /** Newest first. */
    adjustments: () =>
      store
        .all()
        .flatMap((sale) => sale.adjustments)
        // Ids begin with their time.
        .sort((one, other) => (one.id < other.id ? 1 : -1)),

    close() {
      for (const timer of approvals.values()) clearTimeout(timer);
    },
  };
}

function refuseUnpaid({ transaction }: Sale) {
  if (transaction.status === 'completed') return;
  const detail = 'Only a completed transaction can be refunded';
  throw new Refusal(400, 'adjustment_transaction_invalid_status_for_refund', detail);
}

function refuseSecondRefund({ adjustments }: Sale) {
  const of = (status: Adjustment['status']) => adjustments.filter((one) => one.status === status);
  if (of('pending_approval').length) {
    throw new Refusal(400, 'adjustment_pending_refund_request', 'A refund was asked for before');
  }
  const isGone = of('approved').some((one) => isWhole(one) || one.action === 'chargeback');
  if (!isGone) return;
  throw new Refusal(400, 'adjustment_transaction_item_invalid', 'Nothing is left to refund');
}

const isWhole = ({ action, type }: Adjustment) => action === 'refund' && type === 'full';

function actsOf({ transaction, adjustments }: Sale): ('transaction' | 'charge' | 'refund')[] {
  const charged = transaction.status === 'completed';
  const refunded = adjustments.some((one) => one.status === 'approved' && isWhole(one));
  return [
    'transaction',
    ...(charged ? (['charge'] as const) : []),
    ...(refunded ? (['refund'] as const) : []),
  ];
}

/** In cents of the price asked for, whatever currency and tax the buyer had. */
function entryOf({ transaction }: Sale, kind: 'transaction' | 'charge' | 'refund') {
  const orderId = transaction.custom_data?.orderId;
  return {
    kind,
    transactionId: transaction.id,
    orderId: typeof orderId === 'string' ? orderId : null,
    cents: priceOf(transaction.items),
  };
}
