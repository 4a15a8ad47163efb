import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../base/db/open.ts';
import { adjustments, orders, strayPayments } from '../base/db/tables.ts';
import { recordAdjustment } from './adjustments.ts';
import type { OrderDependencies } from './dependencies.ts';
import { markExpired } from './expire.ts';
import type { OrderRow } from './orderQueries.ts';
import { requestRefund } from './requestRefund.ts';
import { findStray, type StrayRow } from './strays.ts';

const PER_RUN = 20;

interface StrayDebt {
  order: OrderRow;
  stray: StrayRow;
}

const withOrder = (db: DbOrTx) =>
  db
    .select({ order: orders, stray: strayPayments })
    .from(strayPayments)
    .innerJoin(orders, eq(orders.id, strayPayments.orderId));

/** Stray payments whose refund is due; with `publicId`, those of one order. */
export function straysDue(db: Db, publicId?: string): Promise<StrayDebt[]> {
  return withOrder(db)
    .where(
      and(
        lte(strayPayments.refundDueAt, sql`now()`),
        eq(strayPayments.chargedBack, false),
        publicId ? eq(orders.publicId, publicId) : undefined,
      ),
    )
    .orderBy(sql`random()`)
    .limit(PER_RUN);
}

/** Asks Paddle to refund a stray payment. An order that waited for it can no longer be paid. */
export async function refundStray(
  tools: OrderDependencies,
  { order, stray }: StrayDebt,
): Promise<void> {
  const { transactionId } = stray;
  if (transactionId === order.paddleTransactionId) await markExpired(tools, order);
  const reason = 'The payment didn’t match its order';
  await requestRefund(tools, { orderId: order.id, transactionId, reason });
}

/** Requests the due refunds of an order's stray payments, and asks what Paddle decided on others. */
export async function recheckStrays(tools: OrderDependencies, publicId: string): Promise<void> {
  for (const due of await straysDue(tools.db, publicId)) await refundStray(tools, due);
  const found = await withOrder(tools.db).where(eq(orders.publicId, publicId));
  for (const { stray } of found) {
    if (stray.refundId === null || stray.refundedAt) continue;
    const refund = await tools.payments.findRefund(stray.transactionId, stray.refundId);
    if (refund) await recordAdjustment(tools, refund);
  }
}

/**
 * Decides in the caller's transaction that a stray payment is refunded, also where Paddle has refused
 * it for good before. Throws `Problem('not_found')`, and `Problem('conflict')` for one that is
 * pending, refunded or charged back.
 */
export async function beginStrayRefund(
  tx: DbOrTx,
  publicId: string,
  transactionId: string,
): Promise<StrayDebt> {
  // Lock order: orders before stray payments.
  const [order] = await tx.select().from(orders).where(eq(orders.publicId, publicId)).for('update');
  const stray = await findStray(tx, transactionId);
  if (!order || stray?.orderId !== order.id) {
    throw new Problem('not_found', 'There is no such payment');
  }
  const [begun] = await tx
    .update(strayPayments)
    .set({ refundAskedAt: sql`now()`, refundDueAt: sql`now()` })
    .where(
      and(
        eq(strayPayments.transactionId, transactionId),
        eq(strayPayments.chargedBack, false),
        isNull(strayPayments.refundId),
        or(isNull(strayPayments.refundAskedAt), isNull(strayPayments.refundDueAt)),
      ),
    )
    .returning();
  if (!begun) throw new Problem('conflict', whyNot(stray));
  await tx
    .update(adjustments)
    .set({ isOurs: false })
    .where(eq(adjustments.transactionId, transactionId));
  return { order, stray: begun };
}

function whyNot({ chargedBack, refundedAt }: StrayRow): string {
  if (chargedBack) return 'The buyer’s bank has already taken this payment back';
  return refundedAt
    ? 'This payment has already been refunded'
    : 'This payment is already on its way back';
}
