import { and, eq, inArray, sql } from 'drizzle-orm';
import { reducedPrice } from '#shared/pricing.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { orders } from '../base/db/tables.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';

/*
 * An order with a discount holds one use of its code from the moment its checkout opens, and one
 * use buys one episode. Releasing the use raises the order to the list price in the same step, and
 * a payment of the old price then buys nothing.
 */

/** Raises the order to its list price, and releases the use of its code if it holds one. */
export async function releaseUse(
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

/** True if Paddle was ever asked to collect this price, in cents, for the order. */
export function hadThePrice(order: OrderRow, price: number): boolean {
  if (price === order.total) return true;
  return order.discountCodeId !== null && (price === order.listPrice || price === reduced(order));
}

const reduced = ({ listPrice, discountPercent }: OrderRow): number =>
  reducedPrice(listPrice, discountPercent);

/** True if the price is that of a discount whose use has been released. */
export function paidAfterRelease(order: OrderRow, price: number): boolean {
  if (order.discountCodeId === null || order.discountReserved) return false;
  return price < order.listPrice && price === reduced(order);
}

/** Nothing is produced for a payment of `price` cents, which `reconcile` refunds. */
export async function promiseDiscountRefund(
  {
    outbox,
    publicUrl,
    supportEmail,
  }: Pick<OrderDependencies, 'outbox' | 'publicUrl' | 'supportEmail'>,
  tx: DbOrTx,
  { id, listPrice }: OrderRow,
  price: number,
): Promise<void> {
  const [promised] = await tx
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
  if (!promised) return;
  await outbox.post(tx, {
    about: `order:${id}`,
    kind: 'refund-asked',
    to: promised.email,
    message: refundEmail({ ...promised, reason: 'discount', done: false, publicUrl, supportEmail }),
  });
}
