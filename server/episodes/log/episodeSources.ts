import { and, asc, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastFacts, podcastSources } from '../../base/db/tables.ts';
import type { LineRow } from './lease.ts';

export type SourceRow = typeof podcastSources.$inferSelect;
type FactRow = typeof podcastFacts.$inferSelect;

export type ReadSource = SourceRow & { facts: FactRow[] };

export const isSourced = ({ sourceWords }: Pick<LineRow, 'sourceWords'>): boolean =>
  sourceWords !== null;

/** Lists each episode's sources by number, without what an admin has taken out. */
export async function sourcesOf(
  db: DbOrTx,
  podcastIds: number[],
): Promise<Map<number, ReadSource[]>> {
  const kept = (await allSourcesOf(db, podcastIds)).flatMap((source) =>
    source.isRemoved
      ? []
      : [{ ...source, facts: source.facts.filter(({ isRemoved }) => !isRemoved) }],
  );
  return Map.groupBy(kept, ({ podcastId }) => podcastId);
}

const isOfSource = and(
  eq(podcastFacts.podcastId, podcastSources.podcastId),
  eq(podcastFacts.source, podcastSources.number),
);

/** Includes what an admin has taken out. */
export async function allSourcesOf(db: DbOrTx, podcastIds: number[]): Promise<ReadSource[]> {
  const rows = await db
    .select({ source: podcastSources, fact: podcastFacts })
    .from(podcastSources)
    .leftJoin(podcastFacts, isOfSource)
    .where(inArray(podcastSources.podcastId, podcastIds))
    .orderBy(asc(podcastSources.podcastId), asc(podcastSources.number), asc(podcastFacts.number));
  const read: ReadSource[] = [];
  for (const { source, fact } of rows) {
    const last = read.at(-1);
    const isSame = last?.podcastId === source.podcastId && last.number === source.number;
    const one = isSame ? last : { ...source, facts: [] };
    if (!isSame) read.push(one);
    if (fact) one.facts.push(fact);
  }
  return read;
}
