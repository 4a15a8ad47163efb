import { eq } from 'drizzle-orm';
import type { CheckoutReply, Order, OrderRequest, QuoteRequest } from '#shared/order.ts';
import type { Quote } from '#shared/price.ts';
import { orders, podcasts } from '../db/tables.ts';
import type { PaymentEvent } from '../payments/payments.ts';
import { checkout } from './checkout.ts';
import { place } from './place.ts';
import { presentOrder } from './present.ts';
import { priceFor } from './quote.ts';
import { receive } from './receive.ts';
import { reconcile } from './reconcile.ts';
import { findOwn, listOwn } from './rows.ts';
import type { Buyer, OrderTools } from './tools.ts';

/**
 * What is bought, from the question of its price to the episode it becomes. Everybody's own orders
 * only: another's is `Problem('not_found')`.
 */
export interface Orders {
  quote(buyer: Buyer | null, request: QuoteRequest): Promise<Quote>;
  /** See `place.ts`; `created` is false for a repeated key. */
  place(
    buyer: Buyer,
    request: OrderRequest,
    idempotencyKey: string | null,
  ): Promise<{ order: Order; created: boolean }>;
  /** Newest first. `cursor` is what the page before gave as `nextCursor`. */
  list(
    buyer: Buyer,
    page: { cursor: number | null; limit: number },
  ): Promise<{ orders: Order[]; nextCursor: string | null }>;
  find(buyer: Buyer, publicId: string): Promise<Order>;
  /** Where the letter goes, also when the episode is in production already. */
  changeEmail(buyer: Buyer, publicId: string, email: string): Promise<Order>;
  checkout(buyer: Buyer, publicId: string): Promise<CheckoutReply>;
  /** See `receive.ts`; `stored` is called once the event cannot be lost any more. */
  receive(event: PaymentEvent, stored?: () => void): Promise<void>;
  /** To be called every 20 seconds or so. */
  reconcile(): Promise<void>;
}

export function openOrders(tools: OrderTools): Orders {
  const { db } = tools;
  return {
    async quote(buyer, request) {
      return (await priceFor(tools, buyer, request)).quote;
    },
    place: (buyer, request, idempotencyKey) => place(tools, buyer, request, idempotencyKey),
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
    async changeEmail(buyer, publicId, email) {
      const { order } = await findOwn(db, buyer, publicId);
      await db.transaction(async (tx) => {
        // The order's row first: a settlement under way copies the address while it holds the row.
        const [changed] = await tx
          .update(orders)
          .set({ email })
          .where(eq(orders.id, order.id))
          .returning({ podcastId: orders.podcastId });
        if (!changed?.podcastId) return;
        await tx.update(podcasts).set({ email }).where(eq(podcasts.id, changed.podcastId));
      });
      return presentOrder(await findOwn(db, buyer, publicId));
    },
    checkout: (buyer, publicId) => checkout(tools, buyer, publicId),
    receive: (event, stored) => receive(tools, event, stored),
    reconcile: () => reconcile(tools),
  };
}
