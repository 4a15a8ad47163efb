import { and, eq, exists, inArray, isNull, not, sql } from 'drizzle-orm';
import { reducedPrice } from '#shared/pricing.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { discountCodeUsages, orders, users } from '../base/db/tables.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import { giveUseBack } from './discounts/discounts.ts';
import type { OrderRow, OrderTools } from './orderQueries.ts';

export async function returnBenefits(tools: OrderTools, { id }: OrderRow): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ benefitsReturnedAt: sql`now()` })
      .where(and(eq(orders.id, id), isNull(orders.benefitsReturnedAt)))
      .returning();
    if (!order) return;
    if (order.isBonus && order.userId !== null) {
      await tx
        .update(users)
        .set({ hasUsedFreePodcast: false, updatedAt: sql`now()` })
        .where(eq(users.id, order.userId));
      await recountPurchases(tx, order.userId);
    }
    if (order.discountReserved && order.discountCodeId !== null && order.podcastId !== null) {
      await tx.update(orders).set({ discountReserved: false }).where(eq(orders.id, id));
      await tx.delete(discountCodeUsages).where(eq(discountCodeUsages.podcastId, order.podcastId));
      await giveUseBack(tx, order.discountCodeId);
    }
  });
}

/**
 * An account keeps its unused bonus episode while at least one of its purchases is neither refunded
 * nor charged back. Resolves with the account if it has just earned the bonus.
 */
export async function recountPurchases(
  tx: DbOrTx,
  userId: number | null,
): Promise<{ id: number; email: string } | null> {
  if (userId === null) return null;
  // In a statement of its own, so that of two concurrent changes the second counts what the first
  // has written. `no key update` does not conflict with the foreign key lock of a new episode's
  // row.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const purchases = tx
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        sql`${orders.total} > 0`,
        eq(orders.status, 'paid'),
        not(orders.chargedBack),
      ),
    );
  const [changed] = await tx
    .update(users)
    .set({ hasMadeFirstPurchase: sql`${exists(purchases)}`, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.id, userId),
        eq(users.hasUsedFreePodcast, false),
        sql`${users.hasMadeFirstPurchase} <> ${exists(purchases)}`,
      ),
    )
    .returning();
  return changed?.hasMadeFirstPurchase ? changed : null;
}

/*
 * An order with a discount holds one use of its code from the moment its checkout opens, and one
 * use buys one episode. Releasing the use raises the order to the list price in the same step, and
 * a payment of the old price then buys nothing.
 */

/** Raises the order to its list price, and releases the use of its code if it holds one. */
export async function releaseUse(tx: DbOrTx, order: OrderRow): Promise<OrderRow> {
  const raised = { discountReserved: false, discountAmount: 0, total: order.listPrice };
  await tx.update(orders).set(raised).where(eq(orders.id, order.id));
  if (order.discountReserved && order.discountCodeId !== null) {
    await giveUseBack(tx, order.discountCodeId);
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
  { outbox, publicUrl, supportEmail }: OrderTools,
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
