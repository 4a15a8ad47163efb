import { and, eq, sql } from 'drizzle-orm';
import { orders } from '../base/db/tables.ts';
import { releaseUse } from './benefits.ts';
import { chargeOf, isPaid, type OrderRow, type OrderTools, priceIn } from './orderQueries.ts';
import type { Transaction } from './paddle/payments.ts';
import { settle } from './settle.ts';

/**
 * Ends an unpaid order: first at Paddle, then here, where the discount's use is released. After a
 * crash in between, closing it again completes the rest. Without a discount a draft stays payable,
 * and a late payment is honoured (`settle.ts`). An order that turns out to be paid is settled
 * instead, and ends only if that flags its payment. Throws `ProviderFailure` and changes nothing
 * when Paddle is unreachable or refuses.
 */
export async function closeOrder(tools: OrderTools, order: OrderRow): Promise<void> {
  const { paddleTransactionId } = order;
  const sale = paddleTransactionId && (await tools.payments.find(paddleTransactionId));
  if (sale && isPaid(sale)) {
    const outcome = await settle(tools, sale);
    if (!outcome.startsWith('flagged')) return;
  } else if (sale) await withdraw(tools, order, sale);
  await markExpired(tools, order);
}

/** Makes the reduced price unpayable at Paddle. Idempotent. */
async function withdraw({ payments }: OrderTools, order: OrderRow, sale: Transaction) {
  if (sale.status === 'canceled') return;
  // Paddle cannot cancel a draft, whose buyer has not entered any details yet.
  if (sale.status !== 'draft') return payments.cancel(sale.id);
  if (!order.discountReserved || priceIn(sale) === order.listPrice) return;
  await payments.reprice(sale.id, chargeOf(order, order.listPrice));
}

/** Only for an order that Paddle has confirmed to be unpayable at a reduced price. */
export async function markExpired(tools: OrderTools, order: OrderRow): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(orders)
      .set({ status: 'expired' })
      .where(
        and(
          eq(orders.id, order.id),
          eq(orders.status, 'open'),
          // A checkout that was opened meanwhile must be cancelled at Paddle first.
          sql`${orders.paddleTransactionId} is not distinct from ${order.paddleTransactionId}`,
        ),
      )
      .returning();
    if (ended?.discountReserved) await releaseUse(tx, ended);
  });
}

/** Ends the buyer's other open checkouts with this code, so that a buyer holds only one use. */
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
        sql`${orders.id} <> ${order.id}`,
      ),
    );
  for (const rival of rivals) await closeOrder(tools, rival);
}
