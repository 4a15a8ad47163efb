import { and, eq, inArray, sql } from 'drizzle-orm';
import { reducedPrice } from '#shared/pricing.ts';
import type { DbOrTx } from '../db/open.ts';
import { orders } from '../db/tables.ts';
import { refundEmail } from '../email/templates/buyer.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';

/*
 * An order with a discount holds one use of its code from the moment its checkout opens. Whatever
 * becomes of it, one use buys one episode (design section 12): where the use goes back, the order's
 * own price goes up in the same step, and what is paid at the old price buys nothing.
 */

/** Gives the use of its code back, if it holds one; from here on the order costs the list price. */
export async function giveUseBack(
  tools: Pick<OrderDependencies, 'discounts'>,
  tx: DbOrTx,
  order: OrderRow,
): Promise<OrderRow> {
  const raised = { discountReserved: false, discountAmount: 0, total: order.listPrice };
  await tx.update(orders).set(raised).where(eq(orders.id, order.id));
  if (order.discountReserved && order.discountCodeId !== null) {
    await tools.discounts.release(tx, { codeId: order.discountCodeId });
  }
  return { ...order, ...raised };
}

/** A price, in cents, that Paddle was ever asked to collect for this order. */
export function hadThePrice(order: OrderRow, price: number): boolean {
  if (price === order.total) return true;
  return order.discountCodeId !== null && (price === order.listPrice || price === reduced(order));
}

const reduced = ({ listPrice, discountPercent }: OrderRow): number =>
  reducedPrice(listPrice, discountPercent);

/** Paid at the price of a discount whose use had gone back before. */
export function paidAfterRelease(order: OrderRow, price: number): boolean {
  if (order.discountCodeId === null || order.discountReserved) return false;
  return price < order.listPrice && price === reduced(order);
}

/**
 * Takes a payment that crossed the release of its discount into the books, at the `price` in cents
 * that was paid: `reconcile` gives it back, nothing is made, and the buyer is told.
 */
export async function returnCrossed(
  { outbox, supportEmail }: Pick<OrderDependencies, 'outbox' | 'supportEmail'>,
  tx: DbOrTx,
  { id, listPrice }: OrderRow,
  price: number,
): Promise<void> {
  const [owed] = await tx
    .update(orders)
    .set({
      status: 'refund_pending',
      refundReason: 'discount',
      refundDueAt: sql`now()`,
      paidAt: sql`now()`,
      total: price,
      discountAmount: listPrice - price,
    })
    .where(and(eq(orders.id, id), inArray(orders.status, ['open', 'expired'])))
    .returning();
  if (!owed) return;
  await outbox.post(tx, {
    about: `order:${id}`,
    kind: 'refund-asked',
    to: owed.email,
    message: refundEmail({ ...owed, reason: 'discount', done: false, supportEmail }),
  });
}
