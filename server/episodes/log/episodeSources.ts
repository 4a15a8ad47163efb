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

type Chunks = Pick<SourceRow, 'chunks' | 'readChunks' | 'pages'>;

/** "pages 1 to 14, 60 of 200 were read"; empty for a source read before this was counted. */
export function extentOf({ chunks, readChunks, pages }: Chunks): string {
  if (!chunks) return '';
  if (readChunks.length >= chunks) return 'read in full';
  if (!readChunks.length) return 'nothing of it was read';
  const all = pages.at(-1);
  if (!all)
    return counted(
      'part',
      readChunks.map((at) => at + 1),
      chunks,
    );
  const read = readChunks.flatMap((at) => {
    const [first = 1, last = all] = [pages[at], pages[at + 1]];
    return Array.from({ length: last - first + 1 }, (_, page) => first + page);
  });
  return counted('page', read, all);
}

function counted(thing: string, read: number[], all: number): string {
  const isOne = new Set(read).size === 1;
  return `${thing}${isOne ? '' : 's'} ${listed(read)} of ${all} ${isOne ? 'was' : 'were'} read`;
}

/** Writes consecutive numbers as "1 to 14". */
function listed(numbers: number[]): string {
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const runs: [number, number][] = [];
  for (const number of sorted) {
    const last = runs.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}
