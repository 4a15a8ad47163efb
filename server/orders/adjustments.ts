import { eq, inArray, or, sql } from 'drizzle-orm';
import { raiseFlag } from '../db/flags.ts';
import type { DbOrTx } from '../db/open.ts';
import { adjustments, orders, strayPayments } from '../db/tables.ts';
import { refundEmail } from '../email/templates/buyer.ts';
import type { Adjustment } from '../payments/payments.ts';
import { endLinks } from '../podcasts/links.ts';
import { release, withhold } from '../podcasts/withhold.ts';
import { recountPurchases } from './benefits.ts';
import type { OrderDependencies } from './dependencies.ts';
import { isUnpaid, type OrderRow } from './orderQueries.ts';
import {
  type AdjustmentRow,
  dueAfter,
  flagsOf,
  isUnderWay,
  refundStateOf,
  refusedForGood,
  supersedes,
} from './refundState.ts';
import { bringStrayUpToDate, findStray } from './strays.ts';

/**
 * Remembers what Paddle tells of money that goes back, or may, and brings up to date what follows
 * from all that is known of that payment: events come in any order and number. False when no payment
 * that we know of is meant.
 */
export async function recordAdjustment(
  tools: OrderDependencies,
  told: Adjustment,
  { isOurs = false } = {},
): Promise<boolean> {
  return tools.db.transaction(async (tx) => {
    const { transactionId } = told;
    const order = await lockOwner(tx, transactionId);
    const stray = await findStray(tx, transactionId);
    if (!order || (!stray && isUnpaid(order))) return false;
    const isNews = await remember(tx, told, isOurs);
    if (isNews) for (const reason of flagsOf(told)) await raiseFlag(tx, order.id, reason);
    const known = await tx
      .select()
      .from(adjustments)
      .where(eq(adjustments.transactionId, transactionId));
    if (stray) await bringStrayUpToDate(tools, tx, { order, stray, known });
    else await bringUpToDate(tools, tx, { order, known });
    return true;
  });
}

/** False for what was heard before. An older word is no step back, yet a person may have to hear it. */
async function remember(tx: DbOrTx, told: Adjustment, isOurs: boolean): Promise<boolean> {
  const which = eq(adjustments.id, told.id);
  const [known] = await tx.select().from(adjustments).where(which);
  if (!known) {
    await tx.insert(adjustments).values({ ...told, isOurs });
    return true;
  }
  const newest = supersedes(told, known) ? told : known;
  await tx
    .update(adjustments)
    .set({
      status: newest.status,
      changedAt: newest.changedAt,
      isOurs: known.isOurs || isOurs,
    })
    .where(which);
  return told.status !== known.status;
}

/** What the order says of its money is what its adjustments and our promise come to. */
async function bringUpToDate(
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
  if (isPromised && !refund && !refundDueAt && isUnderWay(order)) {
    await raiseFlag(tx, order.id, refusedForGood(refusals));
  }
  if (chargedBack && !order.chargedBack) await withhold(tx, order.podcastId);
  if (!chargedBack && order.chargedBack) await release(tools, tx, order.podcastId);
  await recountPurchases(tx, order.userId);
}

/** The money has gone: told to the buyer once. Begun at Paddle itself, it is a person's decision too. */
async function announceRefund(
  tools: OrderDependencies,
  tx: DbOrTx,
  order: OrderRow,
): Promise<void> {
  const { supportEmail } = tools;
  const reason = order.refundReason ?? 'support';
  if (order.refundReason === null) await endLinks(tx, order.podcastId);
  await tools.outbox.post(tx, {
    about: `order:${order.id}`,
    kind: 'refunded',
    to: order.email,
    message: refundEmail({ ...order, reason, done: true, supportEmail }),
  });
}

/** Whoever moves money holds the order first. */
async function lockOwner(tx: DbOrTx, transactionId: string): Promise<OrderRow | undefined> {
  const straysOf = tx
    .select({ id: strayPayments.orderId })
    .from(strayPayments)
    .where(eq(strayPayments.transactionId, transactionId));
  const [order] = await tx
    .select()
    .from(orders)
    .where(or(eq(orders.paddleTransactionId, transactionId), inArray(orders.id, straysOf)))
    .for('update');
  return order;
}
