import { eq, inArray } from 'drizzle-orm';
import { adjustments, orders, unmatchedPayments } from '../base/db/tables.ts';
import { log } from '../base/kit/log.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';
import type { Adjustment } from './paddle/payments.ts';
import { supersedes } from './refundState.ts';

interface Missed {
  order: OrderRow;
  adjustment: Adjustment;
}

/** Recent adjustments whose webhook never arrived; none if Paddle cannot list them. */
export async function missedAdjustments({ db, payments }: OrderDependencies): Promise<Missed[]> {
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
