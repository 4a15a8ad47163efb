import { eq } from 'drizzle-orm';
import type { CheckoutReply, Order, OrderRequest, QuoteRequest, Receipt } from '#shared/order.ts';
import type { Quote } from '#shared/pricing.ts';
import type { DbOrTx } from '../db/open.ts';
import { orders, podcasts } from '../db/tables.ts';
import type { PaymentEvent } from '../payments/payments.ts';
import { checkout } from './checkout.ts';
import type { Buyer, OrderDependencies } from './dependencies.ts';
import { type Consume, rateLimited } from './limits.ts';
import { findOwn, listOwn, type OrderRow } from './orderQueries.ts';
import { receive } from './paymentEvents.ts';
import { place } from './placeOrder.ts';
import { presentOrder } from './present.ts';
import { priceFor } from './quote.ts';
import { invoiceOf, receiptOf } from './receipt.ts';
import { finishRefund, recheck, reconcile } from './reconcile.ts';
import { beginRefund } from './refund.ts';
import { beginStrayRefund, type StrayDebt } from './strayRefunds.ts';

/**
 * What is bought, from the question of its price to the episode it becomes. Everybody's own orders
 * only: another's is `Problem('not_found')`.
 */
export interface Orders {
  quote(buyer: Buyer | null, request: QuoteRequest): Promise<Quote>;
  /** See `place.ts`; `created` is false for a repeated key. A new order takes one of `limit`. */
  place(
    buyer: Buyer,
    request: OrderRequest,
    idempotencyKey: string | null,
    limit?: Consume,
  ): Promise<{ order: Order; created: boolean }>;
  /** Newest first. `cursor` is what the page before gave as `nextCursor`. */
  list(
    buyer: Buyer,
    page: { cursor: number | null; limit: number },
  ): Promise<{ orders: Order[]; nextCursor: string | null }>;
  find(buyer: Buyer, publicId: string): Promise<Order>;
  /** See `receipt.ts`: only an order that was paid has one. */
  receipt(buyer: Buyer, publicId: string): Promise<Receipt>;
  /** See `receipt.ts`: an address at Paddle that anybody can open for an hour. */
  invoice(buyer: Buyer, publicId: string): Promise<string>;
  /** Where the letters go, also when the episode is in production, or they wait already. */
  changeEmail(buyer: Buyer, publicId: string, email: string): Promise<Order>;
  /** See `checkout.ts`. Each call of Paddle takes one of `limit`. */
  checkout(buyer: Buyer, publicId: string, limit?: Consume): Promise<CheckoutReply>;
  /** See `paymentEvents.ts`; `stored` is called once the event cannot be lost any more. */
  receive(event: PaymentEvent, stored?: () => void): Promise<void>;
  /** To be called every 20 seconds or so. */
  reconcile(): Promise<void>;
  /** Anybody's order, for an admin: see `reconcile.ts`. */
  recheck(publicId: string): Promise<void>;
  /** See `refund.ts`; in the caller's transaction. */
  beginRefund(tx: DbOrTx, publicId: string): Promise<OrderRow>;
  /** See `strayRefunds.ts`; in the caller's transaction. */
  beginStrayRefund(tx: DbOrTx, publicId: string, transactionId: string): Promise<StrayDebt>;
  /** See `reconcile.ts`; after either. */
  finishRefund(publicId: string): Promise<void>;
}

const unlimited: Consume = async () => {};

export function openOrders(tools: OrderDependencies): Orders {
  const { db } = tools;
  return {
    async quote(buyer, request) {
      return (await priceFor(tools, buyer, request)).quote;
    },
    place: (buyer, request, idempotencyKey, consume = unlimited) =>
      place(tools, buyer, request, { idempotencyKey, consume }),
    async list(buyer, { cursor, limit }) {
      const found = await listOwn(db, buyer, { cursor, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        orders: page.map(presentOrder),
        nextCursor: last && found.length > limit ? String(last.order.id) : null,
      };
    },
    async find(buyer, publicId) {
      return presentOrder(await findOwn(db, buyer, publicId));
    },
    receipt: (buyer, publicId) => receiptOf(db, buyer, publicId),
    invoice: (buyer, publicId) => invoiceOf(tools, buyer, publicId),
    async changeEmail(buyer, publicId, email) {
      const { order } = await findOwn(db, buyer, publicId);
      await db.transaction(async (tx) => {
        // The order's row first: a settlement under way copies the address while it holds the row.
        const [changed] = await tx
          .update(orders)
          .set({ email })
          .where(eq(orders.id, order.id))
          .returning({ podcastId: orders.podcastId });
        const about = [`order:${order.id}`];
        if (changed?.podcastId) {
          await tx.update(podcasts).set({ email }).where(eq(podcasts.id, changed.podcastId));
          about.push(`podcast:${changed.podcastId}`);
        }
        // Letters that wait for the mail server, or are tried again.
        await tools.outbox.readdress(tx, about, email);
      });
      return presentOrder(await findOwn(db, buyer, publicId));
    },
    checkout: (buyer, publicId, consume = unlimited) =>
      checkout({ ...tools, payments: rateLimited(tools.payments, consume) }, buyer, publicId),
    receive: (event, stored) => receive(tools, event, stored),
    reconcile: () => reconcile(tools),
    recheck: (publicId) => recheck(tools, publicId),
    beginRefund: (tx, publicId) => beginRefund(tools, tx, publicId, 'support'),
    beginStrayRefund,
    finishRefund: (publicId) => finishRefund(tools, publicId),
  };
}
