import { and, eq, sql } from 'drizzle-orm';
import { orders } from '../db/tables.ts';
import type { Transaction } from '../payments/payments.ts';
import type { OrderDependencies } from './dependencies.ts';
import { giveUseBack } from './discountUses.ts';
import { chargeOf, isPaid, type OrderRow, priceIn } from './orderQueries.ts';
import { settle } from './settle.ts';

/**
 * Ends an unpaid order: first at Paddle, and only when that is confirmed here, where its discount's
 * use becomes somebody else's. A death between the two is made good by whoever closes it again.
 * Without a discount a draft stays payable and a late payment is honoured (`settle.ts`). An order
 * that turns out to be paid is settled instead; one whose payment can buy nothing (it is flagged)
 * ends as well. Throws `ProviderFailure` and changes nothing when Paddle cannot be asked or refuses.
 */
export async function closeOrder(tools: OrderDependencies, order: OrderRow): Promise<void> {
  const { paddleTransactionId } = order;
  const sale = paddleTransactionId && (await tools.payments.find(paddleTransactionId));
  if (sale && isPaid(sale)) {
    const outcome = await settle(tools, sale);
    if (!outcome.startsWith('flagged')) return;
  } else if (sale) await withdraw(tools, order, sale);
  await markExpired(tools, order);
}

/** Once this is done nobody pays the reduced price any more. Doing so twice changes nothing. */
async function withdraw({ payments }: OrderDependencies, order: OrderRow, sale: Transaction) {
  if (sale.status === 'canceled') return;
  // Its buyer has said who pays. A draft's has not, and Paddle cancels no draft.
  if (sale.status !== 'draft') return payments.cancel(sale.id);
  if (!order.discountReserved || priceIn(sale) === order.listPrice) return;
  await payments.reprice(sale.id, chargeOf(order, order.listPrice));
}

/**
 * Moves an open order to expired and gives its discount's use back, unless it changed meanwhile. Only
 * for an order whose transaction cannot be paid at a reduced price, by Paddle's own word.
 */
export async function markExpired(tools: OrderDependencies, order: OrderRow): Promise<void> {
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
    if (ended?.discountReserved) await giveUseBack(tools, tx, ended);
  });
}

/**
 * Ends the buyer's other open checkouts on the same code: one who goes back and changes the topic
 * holds one use, the latest.
 */
export async function closeRivals(tools: OrderDependencies, order: OrderRow): Promise<void> {
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
