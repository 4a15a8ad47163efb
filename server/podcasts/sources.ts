import { and, asc, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { podcastFacts, podcastSources } from '../db/tables.ts';

export type SourceRow = typeof podcastSources.$inferSelect;
type FactRow = typeof podcastFacts.$inferSelect;

/** A source and what it says, as far as an admin has not taken it out. */
export type ReadSource = SourceRow & { facts: FactRow[] };

/** What these episodes rest on, in the order in which it was read; none for one that read nothing. */
export async function sourcesOf(
  db: DbOrTx,
  podcastIds: number[],
): Promise<Map<number, ReadSource[]>> {
  const rows = await db
    .select({ source: podcastSources, fact: podcastFacts })
    .from(podcastSources)
    .leftJoin(
      podcastFacts,
      and(
        eq(podcastFacts.podcastId, podcastSources.podcastId),
        eq(podcastFacts.source, podcastSources.number),
        eq(podcastFacts.isRemoved, false),
      ),
    )
    .where(and(inArray(podcastSources.podcastId, podcastIds), eq(podcastSources.isRemoved, false)))
    .orderBy(asc(podcastSources.podcastId), asc(podcastSources.number), asc(podcastFacts.number));
  const read = new Map<number, ReadSource[]>();
  for (const { source, fact } of rows) {
    const sources = read.get(source.podcastId) ?? [];
    if (sources.at(-1)?.number !== source.number) sources.push({ ...source, facts: [] });
    if (fact) sources.at(-1)?.facts.push(fact);
    read.set(source.podcastId, sources);
  }
  return read;
}
