import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../base/db/openDatabase.ts';
import { adjustments, orders, unmatchedPayments } from '../base/db/tables.ts';
import { recordAdjustment, requestRefund } from './adjustments.ts';
import { markExpired } from './closeOrder.ts';
import type { OrderRow, OrderTools } from './orderQueries.ts';
import { findUnmatchedPayment, type UnmatchedPaymentRow } from './unmatchedPayments.ts';

const PER_RUN = 20;

interface UnmatchedPaymentRefund {
  order: OrderRow;
  unmatched: UnmatchedPaymentRow;
}

const withOrder = (db: DbOrTx) =>
  db
    .select({ order: orders, unmatched: unmatchedPayments })
    .from(unmatchedPayments)
    .innerJoin(orders, eq(orders.id, unmatchedPayments.orderId));

/** Those whose refund is due; with `publicId`, only those of that order. */
export function findUnmatchedPaymentsToRefund(
  db: Db,
  publicId?: string,
): Promise<UnmatchedPaymentRefund[]> {
  return withOrder(db)
    .where(
      and(
        lte(unmatchedPayments.refundDueAt, sql`now()`),
        eq(unmatchedPayments.chargedBack, false),
        publicId ? eq(orders.publicId, publicId) : undefined,
      ),
    )
    .orderBy(sql`random()`)
    .limit(PER_RUN);
}

/** An order that waited for this payment expires: nobody can pay it any more. */
export async function refundUnmatchedPayment(
  tools: OrderTools,
  { order, unmatched }: UnmatchedPaymentRefund,
): Promise<void> {
  const { transactionId } = unmatched;
  if (transactionId === order.paddleTransactionId) await markExpired(tools, order);
  const reason = 'The payment didn’t match its order';
  await requestRefund(tools, { orderId: order.id, transactionId, reason });
}

export async function recheckUnmatchedPayments(tools: OrderTools, publicId: string): Promise<void> {
  for (const due of await findUnmatchedPaymentsToRefund(tools.db, publicId))
    await refundUnmatchedPayment(tools, due);
  const found = await withOrder(tools.db).where(eq(orders.publicId, publicId));
  for (const { unmatched } of found) {
    if (unmatched.refundId === null || unmatched.refundedAt) continue;
    const refund = await tools.payments.findRefund(unmatched.transactionId, unmatched.refundId);
    if (refund) await recordAdjustment(tools, refund);
  }
}

/** Even if Paddle has refused for good. Throws `Problem('not_found')` and `Problem('conflict')`. */
export async function beginUnmatchedPaymentRefund(
  tx: DbOrTx,
  publicId: string,
  transactionId: string,
): Promise<UnmatchedPaymentRefund> {
  // Lock order: orders before unmatched payments.
  const [order] = await tx.select().from(orders).where(eq(orders.publicId, publicId)).for('update');
  const unmatched = await findUnmatchedPayment(tx, transactionId);
  if (!order || unmatched?.orderId !== order.id) {
    throw new Problem('not_found', 'There is no such payment');
  }
  const [begun] = await tx
    .update(unmatchedPayments)
    .set({ refundAskedAt: sql`now()`, refundDueAt: sql`now()` })
    .where(
      and(
        eq(unmatchedPayments.transactionId, transactionId),
        eq(unmatchedPayments.chargedBack, false),
        isNull(unmatchedPayments.refundId),
        or(isNull(unmatchedPayments.refundAskedAt), isNull(unmatchedPayments.refundDueAt)),
      ),
    )
    .returning();
  if (!begun) throw new Problem('conflict', whyNot(unmatched));
  await tx
    .update(adjustments)
    .set({ isOurs: false })
    .where(eq(adjustments.transactionId, transactionId));
  return { order, unmatched: begun };
}

function whyNot({ chargedBack, refundedAt }: UnmatchedPaymentRow): string {
  if (chargedBack) return 'The buyer’s bank has already taken this payment back';
  return refundedAt
    ? 'This payment has already been refunded'
    : 'This payment is already on its way back';
}
