import { eq } from 'drizzle-orm';
import type { Order } from '#shared/order.ts';
import { orders, podcasts } from '../base/db/tables.ts';
import { checkout } from './checkout.ts';
import { type Buyer, findOwn, listOwn, type OrderDependencies } from './orderQueries.ts';
import { receiveEvent } from './paymentEvents.ts';
import { orderFree, placeOrder } from './placeOrder.ts';
import { invoiceOf, presentOrder, receiptOf } from './presentOrder.ts';
import { quote } from './quote.ts';
import { finishRefund, recheck, reconcile } from './reconcile.ts';
import { beginRefund } from './refund.ts';
import { beginUnmatchedPaymentRefund } from './unmatchedPaymentRefunds.ts';

export type Orders = ReturnType<typeof openOrders>;

/** Buyers reach only their own orders. `recheck` and the refunds are for admins. */
export function openOrders(dependencies: OrderDependencies) {
  const { db, outbox, minutes } = dependencies;
  return {
    quote: quote.bind(null, dependencies),
    place: (minutes ? orderFree : placeOrder).bind(null, dependencies),
    checkout: checkout.bind(null, dependencies),
    receipt: receiptOf.bind(null, db),
    invoice: invoiceOf.bind(null, dependencies),
    receiveEvent: receiveEvent.bind(null, dependencies),
    reconcile: reconcile.bind(null, dependencies),
    recheck: recheck.bind(null, dependencies),
    beginRefund: beginRefund.bind(null, dependencies),
    beginUnmatchedPaymentRefund,
    finishRefund: finishRefund.bind(null, dependencies),

    async find(buyer: Buyer, publicId: string): Promise<Order> {
      return presentOrder(await findOwn(db, buyer, publicId));
    },

    /** Newest first. `cursor` is the previous page's `nextCursor`. */
    async list(buyer: Buyer, { cursor, limit }: { cursor: number | null; limit: number }) {
      const found = await listOwn(db, buyer, { cursor, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        orders: page.map(presentOrder),
        nextCursor: last && found.length > limit ? String(last.order.id) : null,
      };
    },

    /** Readdresses also the emails that wait to be sent, and those of the episode. */
    async changeEmail(buyer: Buyer, publicId: string, email: string): Promise<Order> {
      const { order } = await findOwn(db, buyer, publicId);
      await db.transaction(async (tx) => {
        // The order's row first: a settlement in progress copies the address while it holds the row.
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
        await outbox.readdress(tx, about, email);
      });
      return presentOrder(await findOwn(db, buyer, publicId));
    },
  };
}
