import { and, eq, isNull, sql } from 'drizzle-orm';
import { orders } from '../db/tables.ts';
import type { OrderRow } from './rows.ts';
import { settle } from './settle.ts';
import type { OrderTools } from './tools.ts';

/**
 * Ends an unpaid order. First at Paddle, which closes what it can, and only then here, where its
 * discount use becomes somebody else's. Where nobody had begun to pay, Paddle still takes the money:
 * a late payment is honoured (`settle.ts`). One that turns out to be paid is settled instead.
 * Throws `ProviderFailure` and changes nothing when Paddle cannot be asked.
 */
export async function closeOrder(tools: OrderTools, order: OrderRow): Promise<void> {
  const transactionId = order.paddleTransactionId;
  if (transactionId && !(await tools.payments.cancel(transactionId))) {
    const paid = await tools.payments.find(transactionId);
    if (paid) await settle(tools, paid);
    return;
  }
  await markExpired(tools, order);
}

/** Moves an open order to expired and gives its discount use back, unless it changed meanwhile. */
export async function markExpired(tools: OrderTools, order: OrderRow): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(orders)
      .set({ status: 'expired' })
      .where(
        and(
          eq(orders.id, order.id),
          eq(orders.status, 'open'),
          // A checkout that opened a moment ago has something to cancel first.
          sql`${orders.paddleTransactionId} is not distinct from ${order.paddleTransactionId}`,
        ),
      )
      .returning();
    if (!ended?.discountReserved || ended.discountCodeId === null) return;
    await tx.update(orders).set({ discountReserved: false }).where(eq(orders.id, ended.id));
    await tools.discounts.release(tx, { codeId: ended.discountCodeId });
  });
}

/**
 * Ends the buyer's other open checkouts on the same code: one who goes back and changes the topic
 * holds one use, the latest.
 */
export async function closeRivals(tools: OrderTools, order: OrderRow): Promise<void> {
  if (order.userId === null || order.discountCodeId === null) return;
  const rivals = await tools.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, order.userId),
        eq(orders.discountCodeId, order.discountCodeId),
        eq(orders.discountReserved, true),
        eq(orders.status, 'open'),
        isNull(orders.flag),
        sql`${orders.id} <> ${order.id}`,
      ),
    );
  for (const rival of rivals) await closeOrder(tools, rival);
}
