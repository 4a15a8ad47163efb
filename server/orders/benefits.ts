import { and, eq, exists, isNull, not, sql } from 'drizzle-orm';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { discountCodeUsages, orders, users } from '../base/db/tables.ts';
import { giveUseBack } from './discounts.ts';
import type { OrderTools, OrderRow } from './orderQueries.ts';

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
