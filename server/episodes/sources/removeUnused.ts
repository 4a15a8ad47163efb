import { and, arrayContains, eq, inArray, ne, notExists, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcasts, sources } from '../../base/db/tables.ts';

/** Deletes the sources that neither an episode nor an unpaid order names. Returns their number. */
export async function removeUnused(tx: DbOrTx, ids: string[]): Promise<number> {
  if (!ids.length) return 0;
  const itself = sql`array[${sources.id}]`;
  const episodes = tx
    .select({ one: sql`1` })
    .from(podcasts)
    .where(
      and(
        eq(podcasts.userId, sources.userId),
        ne(podcasts.status, 'deleted'),
        arrayContains(podcasts.sources, itself),
      ),
    );
  const waiting = tx
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.userId, sources.userId),
        eq(orders.status, 'open'),
        arrayContains(orders.sources, itself),
      ),
    );
  const removed = await tx
    .delete(sources)
    .where(and(inArray(sources.id, ids), notExists(episodes), notExists(waiting)))
    .returning({ id: sources.id });
  return removed.length;
}
