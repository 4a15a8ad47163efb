import { eq, inArray } from 'drizzle-orm';
import { adjustments, orders, strayPayments } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Adjustment } from '../payments/payments.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';
import { supersedes } from './refundState.ts';

interface Unheard {
  order: OrderRow;
  adjustment: Adjustment;
}

/**
 * What became of money at Paddle and whose webhook never came: a refund by hand there, a buyer's
 * bank, an answer to us. Empty while Paddle is out of reach.
 */
export async function missedAdjustments({ db, payments }: OrderDependencies): Promise<Unheard[]> {
  const recent = await payments.recentAdjustments().catch((error: unknown) => {
    log.warn({ err: error }, 'Paddle could not be asked for its adjustments');
    return [];
  });
  if (!recent.length) return [];
  const transactions = recent.map(({ transactionId }) => transactionId);
  const own = await db
    .select()
    .from(orders)
    .where(inArray(orders.paddleTransactionId, transactions));
  const strays = await db
    .select({ transactionId: strayPayments.transactionId, order: orders })
    .from(strayPayments)
    .innerJoin(orders, eq(orders.id, strayPayments.orderId))
    .where(inArray(strayPayments.transactionId, transactions));
  const byTransaction = new Map<string | null, OrderRow>([
    ...own.map((order) => [order.paddleTransactionId, order] as const),
    ...strays.map(({ transactionId, order }) => [transactionId, order] as const),
  ]);
  const ids = recent.map(({ id }) => id);
  const heard = await db.select().from(adjustments).where(inArray(adjustments.id, ids));
  return recent.flatMap((adjustment) => {
    const order = byTransaction.get(adjustment.transactionId);
    const known = heard.find(({ id }) => id === adjustment.id);
    return order && (!known || supersedes(adjustment, known)) ? [{ order, adjustment }] : [];
  });
}
