import { and, asc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { orders, podcasts } from '../db/tables.ts';
import { endLinks } from '../podcasts/links.ts';

/**
 * Ends what whoever had the account before could go on with without a session: orders that wait for
 * their payment, which are overdue from now on and closed at Paddle with the next look
 * (`orders/reconcile.ts`), and the links to every episode. Orders first, then episodes, in the order
 * of whoever moves money or finishes an episode; the account's row is to be locked after them.
 */
export async function endLeftovers(tx: DbOrTx, userId: number): Promise<void> {
  await tx
    .update(orders)
    .set({ expiresAt: sql`least(${orders.expiresAt}, now())` })
    .where(and(eq(orders.userId, userId), eq(orders.status, 'open')));
  const theirs = await tx
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(eq(podcasts.userId, userId))
    .orderBy(asc(podcasts.id));
  for (const { id } of theirs) await endLinks(tx, id);
}
