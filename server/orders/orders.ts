import { and, desc, eq, lt } from 'drizzle-orm';
import type { Order, Receipt } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import { orders, podcasts } from '../base/db/tables.ts';
import { statusOf } from '../episodes/log/lease.ts';
import {
  attachedSources,
  type Buyer,
  findOwn,
  type OrderRow,
  type OrderTools,
  withEpisode,
} from './orderQueries.ts';
import { bought, hasInvoice, presentOrder } from './presentOrder.ts';
import { finishRefund, recheck } from './reconcile.ts';
import { beginRefund } from './refund.ts';
import { beginUnmatchedPaymentRefund } from './unmatchedPaymentRefunds.ts';

/* Buyers reach only their own orders. */

export async function findOrder(
  { db }: OrderTools,
  buyer: Buyer,
  publicId: string,
): Promise<Order> {
  return presentOrder(await findOwn(db, buyer, publicId));
}

/** Newest first. `cursor` is the previous page's `nextCursor`. */
export async function listOrders(
  { db }: OrderTools,
  buyer: Buyer,
  { cursor, limit }: { cursor: number | null; limit: number },
): Promise<{ orders: Order[]; nextCursor: string | null }> {
  const found = await withEpisode(db)
    .where(and(eq(orders.userId, buyer.id), cursor === null ? undefined : lt(orders.id, cursor)))
    .orderBy(desc(orders.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    orders: page.map(presentOrder),
    nextCursor: last && found.length > limit ? String(last.order.id) : null,
  };
}

/** Readdresses also the emails that wait to be sent, and those of the episode. */
export async function changeEmail(
  tools: OrderTools,
  buyer: Buyer,
  publicId: string,
  email: string,
): Promise<Order> {
  const { db, outbox } = tools;
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
  return findOrder(tools, buyer, publicId);
}

/** The buyer's own order, once paid. Throws `Problem('not_found')` for any other. */
export async function findReceipt(
  { db }: OrderTools,
  buyer: Buyer,
  publicId: string,
): Promise<Receipt> {
  const [found] = await db
    .select({
      order: orders,
      sources: attachedSources,
      podcast: {
        publicId: podcasts.publicId,
        title: podcasts.title,
        status: podcasts.status,
        durationSeconds: podcasts.durationSeconds,
      },
    })
    .from(orders)
    .innerJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .where(and(eq(orders.publicId, publicId), eq(orders.userId, buyer.id)));
  if (!found?.order.paidAt) throw new Problem('not_found', 'There is no such receipt');
  const { order, sources, podcast } = found;
  return {
    ...bought(order),
    publicId: podcast.publicId,
    title: podcast.title,
    sources,
    paidAt: found.order.paidAt.toISOString(),
    episode: statusOf(podcast),
    durationSeconds: podcast.durationSeconds,
    status: moneyOf(order),
    // A refund begun in Paddle's dashboard was support's decision too.
    refundReason: order.refundReason ?? (order.status === 'refunded' ? 'support' : null),
    refundedAt: order.refundedAt?.toISOString() ?? null,
    hasInvoice: hasInvoice(order),
  };
}

function moneyOf({ status, chargedBack }: OrderRow): Receipt['status'] {
  if (chargedBack) return 'charged_back';
  return status === 'refund_pending' || status === 'refunded' ? status : 'paid';
}

/** Throws `ProviderFailure`, and `Problem('not_found')` if there is no invoice (yet). */
export async function findInvoice(
  { db, payments }: OrderTools,
  buyer: Buyer,
  publicId: string,
): Promise<string> {
  const { order } = await findOwn(db, buyer, publicId);
  const transactionId = hasInvoice(order) ? order.paddleTransactionId : null;
  if (transactionId === null) {
    throw new Problem('not_found', 'Nothing was charged for this order, so there is no invoice');
  }
  const link = await payments.invoiceLink(transactionId);
  if (link !== null) return link;
  throw new Problem('not_found', 'Paddle hasn’t issued this invoice yet. Try again in a minute.');
}

export type Orders = ReturnType<typeof openOrders>;

/** What admins do about any order. */
export const openOrders = (tools: OrderTools) => ({
  recheck: recheck.bind(null, tools),
  beginRefund: beginRefund.bind(null, tools),
  beginUnmatchedPaymentRefund,
  finishRefund: finishRefund.bind(null, tools),
});
