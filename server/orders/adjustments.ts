import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { raiseFlag } from '../base/db/flags.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { adjustments, orders, unmatchedPayments } from '../base/db/tables.ts';
import { log } from '../base/kit/log.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { release, withhold } from '../episodes/delivery/finish.ts';
import { emailedLink, endLinks } from '../episodes/listen/episodeAccess.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import { recountPurchases } from './benefits.ts';
import { isUnpaid, type OrderRow, type OrderTools } from './orderQueries.ts';
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
  tools: OrderTools,
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
  tools: OrderTools,
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
async function announceRefund(tools: OrderTools, tx: DbOrTx, order: OrderRow): Promise<void> {
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

interface Missed {
  order: OrderRow;
  adjustment: Adjustment;
}

/** Recent adjustments whose webhook never arrived; none if Paddle cannot list them. */
export async function missedAdjustments({ db, payments }: OrderTools): Promise<Missed[]> {
  const recent = await payments.recentAdjustments().catch((error: unknown) => {
    log.warn({ err: error }, 'could not list the adjustments at Paddle');
    return [];
  });
  if (!recent.length) return [];
  const transactions = recent.map(({ transactionId }) => transactionId);
  const own = await db
    .select()
    .from(orders)
    .where(inArray(orders.paddleTransactionId, transactions));
  const unmatched = await db
    .select({ transactionId: unmatchedPayments.transactionId, order: orders })
    .from(unmatchedPayments)
    .innerJoin(orders, eq(orders.id, unmatchedPayments.orderId))
    .where(inArray(unmatchedPayments.transactionId, transactions));
  const byTransaction = new Map<string | null, OrderRow>([
    ...own.map((order) => [order.paddleTransactionId, order] as const),
    ...unmatched.map(({ transactionId, order }) => [transactionId, order] as const),
  ]);
  const ids = recent.map(({ id }) => id);
  const stored = await db.select().from(adjustments).where(inArray(adjustments.id, ids));
  return recent.flatMap((adjustment) => {
    const order = byTransaction.get(adjustment.transactionId);
    const known = stored.find(({ id }) => id === adjustment.id);
    return order && (!known || supersedes(adjustment, known)) ? [{ order, adjustment }] : [];
  });
}

/** Throws `ProviderFailure`: then the refund is still due. */
export async function requestRefund(
  tools: OrderTools,
  { orderId, transactionId, reason }: { orderId: number; transactionId: string; reason: string },
): Promise<void> {
  const refund = await tools.payments
    .refund(transactionId, reason)
    .catch(async (error: unknown) => {
      if (error instanceof ProviderFailure && error.trouble === 'rejected') {
        // It stays due, but a person must act if Paddle keeps rejecting it.
        await raiseFlag(tools.db, orderId, 'Paddle does not accept the refund');
        await postpone(tools, transactionId);
      }
      throw error;
    });
  await recordAdjustment(tools, refund, { isOurs: true });
}

/** A refund that Paddle rejects must not delay the others. */
async function postpone({ db }: OrderTools, transactionId: string): Promise<void> {
  const later = { refundDueAt: sql`now() + interval '5 minutes'` };
  await db
    .update(orders)
    .set(later)
    .where(and(eq(orders.paddleTransactionId, transactionId), isNotNull(orders.refundDueAt)));
  await db
    .update(unmatchedPayments)
    .set(later)
    .where(
      and(
        eq(unmatchedPayments.transactionId, transactionId),
        isNotNull(unmatchedPayments.refundDueAt),
      ),
    );
}
