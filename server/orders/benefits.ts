import { and, eq, exists, isNull, not, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { discountCodeUsages, orders, users } from '../db/tables.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';

/** Gives the free episode or the discount's use back, once. */
export async function returnBenefits(tools: OrderDependencies, { id }: OrderRow): Promise<void> {
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
      await tools.discounts.release(tx, { codeId: order.discountCodeId });
    }
  });
}

/**
 * An unused free episode stands as long as one purchase does: a refund or a chargeback of the only
 * one takes it back, and a refund that Paddle rejects brings it again. Resolves with the account if
 * that has earned one just now.
 */
export async function recountPurchases(
  tx: DbOrTx,
  userId: number | null,
): Promise<{ id: number; email: string } | null> {
  if (userId === null) return null;
  // Held first, in a statement of its own: of a purchase and a refund at once the second then counts
  // what the first has written. No key changes: an episode's row, written before, holds the account's.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const standing = tx
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
    .set({ hasMadeFirstPurchase: sql`${exists(standing)}`, updatedAt: sql`now()` })
    .where(
      and(
        eq(users.id, userId),
        eq(users.hasUsedFreePodcast, false),
        sql`${users.hasMadeFirstPurchase} <> ${exists(standing)}`,
      ),
    )
    .returning();
  return changed?.hasMadeFirstPurchase ? changed : null;
}
