import { eq, inArray, or, sql } from 'drizzle-orm';
import { raiseFlag } from '../base/db/flags.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { adjustments, orders, unmatchedPayments } from '../base/db/tables.ts';
import { release, withhold } from '../episodes/delivery/withhold.ts';
import { emailedLink, endLinks } from '../episodes/listen/episodeLinks.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import { recountPurchases } from './benefits.ts';
import type { OrderDependencies } from './dependencies.ts';
import { isUnpaid, type OrderRow } from './orderQueries.ts';
import type { Adjustment } from './paddle/payments.ts';
import {
  type AdjustmentRow,
  dueAfter,
  flagsOf,
  isPending,
  refundStateOf,
  refusedForGood,
  supersedes,
} from './refundState.ts';
import { findUnmatchedPayment, updateUnmatchedPayment } from './unmatchedPayments.ts';

/** Events may arrive in any order, and more than once. False if we do not know the payment. */
export async function recordAdjustment(
  tools: OrderDependencies,
  adjustment: Adjustment,
  { isOurs = false } = {},
): Promise<boolean> {
  return tools.db.transaction(async (tx) => {
    const { transactionId } = adjustment;
    const order = await lockOrderOf(tx, transactionId);
    const unmatched = await findUnmatchedPayment(tx, transactionId);
    if (!order || (!unmatched && isUnpaid(order))) return false;
    const isNews = await store(tx, adjustment, isOurs);
    if (isNews) for (const reason of flagsOf(adjustment)) await raiseFlag(tx, order.id, reason);
    const known = await tx
      .select()
      .from(adjustments)
      .where(eq(adjustments.transactionId, transactionId));
    if (unmatched) await updateUnmatchedPayment(tools, tx, { order, unmatched, known });
    else await updateOrder(tools, tx, { order, known });
    return true;
  });
}

/** False if nothing is new. An outdated report keeps the status but may raise a flag. */
async function store(tx: DbOrTx, reported: Adjustment, isOurs: boolean): Promise<boolean> {
  const which = eq(adjustments.id, reported.id);
  const [known] = await tx.select().from(adjustments).where(which);
  if (!known) {
    await tx.insert(adjustments).values({ ...reported, isOurs });
    return true;
  }
  const newest = supersedes(reported, known) ? reported : known;
  await tx
    .update(adjustments)
    .set({
      status: newest.status,
      changedAt: newest.changedAt,
      isOurs: known.isOurs || isOurs,
    })
    .where(which);
  return reported.status !== known.status;
}

async function updateOrder(
  tools: OrderDependencies,
  tx: DbOrTx,
  { order, known }: { order: OrderRow; known: AdjustmentRow[] },
): Promise<void> {
  const { refund, refusals, chargedBack } = refundStateOf(known);
  const isGone = refund?.status === 'approved';
  const isPromised = order.refundReason !== null;
  const refundDueAt = isPromised && !refund ? dueAfter(order, refusals) : null;
  await tx
    .update(orders)
    .set({
      status: isGone ? 'refunded' : refund || isPromised ? 'refund_pending' : 'paid',
      refundId: refund?.id ?? null,
      refundDueAt,
      refundedAt: isGone ? sql`coalesce(${orders.refundedAt}, now())` : null,
      chargedBack,
      ...(chargedBack !== order.chargedBack && { chargebackChangedAt: sql`now()` }),
    })
    .where(eq(orders.id, order.id));
  if (isGone && order.status !== 'refunded') await announceRefund(tools, tx, order);
  if (isPromised && !refund && !refundDueAt && isPending(order)) {
    await raiseFlag(tx, order.id, refusedForGood(refusals));
  }
  if (chargedBack && !order.chargedBack) await withhold(tx, order.podcastId);
  if (!chargedBack && order.chargedBack) await release(tools, tx, order.podcastId);
  await recountPurchases(tx, order.userId);
}

/** A refund begun at Paddle counts as support's. */
async function announceRefund(
  tools: OrderDependencies,
  tx: DbOrTx,
  order: OrderRow,
): Promise<void> {
  const { publicUrl, supportEmail } = tools;
  const reason = order.refundReason ?? 'support';
  if (order.refundReason === null) await endLinks(tx, order.podcastId);
  const listenUrl = await emailedLink(tx, order.podcastId, publicUrl);
  await tools.outbox.post(tx, {
    about: `order:${order.id}`,
    kind: 'refunded',
    to: order.email,
    message: refundEmail({ ...order, reason, done: true, listenUrl, publicUrl, supportEmail }),
  });
}

/** Locks the order before anything else is written about its money. */
async function lockOrderOf(tx: DbOrTx, transactionId: string): Promise<OrderRow | undefined> {
  const ordersOfUnmatched = tx
    .select({ id: unmatchedPayments.orderId })
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.transactionId, transactionId));
  const [order] = await tx
    .select()
    .from(orders)
    .where(or(eq(orders.paddleTransactionId, transactionId), inArray(orders.id, ordersOfUnmatched)))
    .for('update');
  return order;
}
