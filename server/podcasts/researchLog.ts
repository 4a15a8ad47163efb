import { and, arrayContained, arrayContains, eq, inArray, max, not, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { podcastFacts, podcastSources } from '../db/tables.ts';
import type { Fact, StatedFact } from '../script/script.ts';
import { type LeasedEpisode, updateUnderLease } from './lease.ts';
import { allSourcesOf, type SourceRow } from './sources.ts';

export type ResearchLog = ReturnType<typeof openResearchLog>;

export type NewSource = Omit<
  typeof podcastSources.$inferInsert,
  'podcastId' | 'number' | 'readPieces' | 'retrievedAt' | 'isRemoved'
>;

/** A fact whose quote stands in its source, with the sentences around it. */
export type ReadFact = StatedFact & Pick<Fact, 'paragraph'>;

/**
 * The durable record of what an episode was read up on: what a search has found, each source with its
 * facts as soon as it is read, and the end. Every write names the lease and throws `LeaseLost` when it
 * is no longer ours.
 */
export function openResearchLog(db: Db) {
  return {
    /** Facts with their sources, by the numbers of these: what was brought comes first. */
    async facts({ podcast }: LeasedEpisode): Promise<Fact[]> {
      const sources = await allSourcesOf(db, [podcast.id]);
      return sources.flatMap(({ title, site, published, facts }) =>
        facts.map(({ number, text, quote, paragraph, strength, source }) => ({
          number,
          text,
          quote,
          paragraph,
          strength,
          source,
          from: [title, site, published].filter(Boolean).join(', '),
        })),
      );
    },

    /** Where what was read comes from, and is complete. */
    async origins({ podcast }: LeasedEpisode): Promise<Set<string>> {
      const { origin, chosenPieces, readPieces } = podcastSources;
      const rows = await db
        .select({ origin })
        .from(podcastSources)
        .where(
          and(eq(podcastSources.podcastId, podcast.id), arrayContained(chosenPieces, readPieces)),
        );
      return new Set(rows.map((row) => row.origin));
    },

    /** What the web search has found: it is not bought again. */
    async addPages(work: LeasedEpisode, pagesFound: string[]): Promise<void> {
      await updateUnderLease(db, work, { pagesFound });
    },

    /**
     * A source before any of its pieces is read, or as it is there already. What was brought has its place in
     * the order as its number, and the others come after all of it, whichever is read first: nothing waits
     * for its turn, and one that cannot be read leaves its number unused.
     */
    async addSource(work: LeasedEpisode, source: NewSource): Promise<SourceRow> {
      const { id: podcastId, sources: brought } = work.podcast;
      return db.transaction(async (tx) => {
        // Locks the episode's row, so that no two sources get the same number, and tells its watchers.
        await updateUnderLease(tx, work, { attempts: 0 });
        const ofEpisode = eq(podcastSources.podcastId, podcastId);
        const [last] = await tx
          .select({ number: max(podcastSources.number) })
          .from(podcastSources)
          .where(ofEpisode);
        const place = brought.indexOf(source.origin) + 1;
        const number = place || Math.max(last?.number ?? 0, brought.length) + 1;
        await tx
          .insert(podcastSources)
          .values({ ...source, podcastId, number, readPieces: [] })
          .onConflictDoNothing();
        const [row] = await tx
          .select()
          .from(podcastSources)
          .where(and(ofEpisode, eq(podcastSources.origin, source.origin)));
        if (!row) throw new Error('a source is not there');
        return row;
      });
    },

    /** The facts of a piece of a source; nothing when it is read already. */
    async addPiece(
      work: LeasedEpisode,
      source: number,
      piece: number,
      facts: ReadFact[],
    ): Promise<void> {
      const podcastId = work.podcast.id;
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, { attempts: 0 });
        const { readPieces } = podcastSources;
        const added = await tx
          .update(podcastSources)
          .set({ readPieces: sql`array_append(${readPieces}, ${piece})` })
          .where(
            and(
              eq(podcastSources.podcastId, podcastId),
              eq(podcastSources.number, source),
              not(arrayContains(readPieces, [piece])),
            ),
          )
          .returning({ number: podcastSources.number });
        if (!added.length || !facts.length) return;
        const [before] = await tx
          .select({ number: max(podcastFacts.number) })
          .from(podcastFacts)
          .where(eq(podcastFacts.podcastId, podcastId));
        const first = (before?.number ?? 0) + 1;
        await tx
          .insert(podcastFacts)
          .values(facts.map((fact, at) => ({ ...fact, podcastId, number: first + at, source })));
      });
    },

    /** Reading up has ended: from now on the episode is made of what there is. */
    async end(work: LeasedEpisode, seconds: number): Promise<void> {
      await updateUnderLease(db, work, { researchedAt: sql`now()`, researchSeconds: seconds });
    },

    /** Facts that others contradict. */
    async dispute(work: LeasedEpisode, numbers: number[]): Promise<void> {
      if (!numbers.length) return;
      const ofEpisode = eq(podcastFacts.podcastId, work.podcast.id);
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, { lease: work.podcast.lease });
        await tx
          .update(podcastFacts)
          .set({ strength: 'disputed' })
          .where(and(ofEpisode, inArray(podcastFacts.number, numbers)));
      });
    },
  };
}
