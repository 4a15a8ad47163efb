import { and, arrayContains, eq, inArray, ne, notExists, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { orders, podcasts, sources } from '../db/tables.ts';

/** Deletes those of these sources that neither an episode nor an order that waits to be paid names. */
export async function removeUnused(tx: DbOrTx, ids: string[]): Promise<void> {
  if (!ids.length) return;
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
  await tx
    .delete(sources)
    .where(and(inArray(sources.id, ids), notExists(episodes), notExists(waiting)));
}
