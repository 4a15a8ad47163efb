import { and, asc, eq, inArray, max, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { podcastFacts, podcastSources, podcasts } from '../db/tables.ts';
import type { Fact, StatedFact } from '../script/script.ts';
import { type LeasedEpisode, updateUnderLease } from './lease.ts';

export type ResearchLog = ReturnType<typeof openResearchLog>;

/** A source that was read, without its number. */
export type NewSource = Omit<
  typeof podcastSources.$inferInsert,
  'podcastId' | 'number' | 'retrievedAt' | 'isRemoved'
>;

/**
 * The durable record of what an episode was read up on: what a search has found, each source with its
 * facts as soon as it is read, and the end. Every write names the lease and throws `LeaseLost` when it
 * is no longer ours.
 */
export function openResearchLog(db: Db) {
  return {
    /** Facts with their sources, by number. */
    async facts({ podcast }: LeasedEpisode): Promise<Fact[]> {
      const rows = await db
        .select({ fact: podcastFacts, source: podcastSources })
        .from(podcastFacts)
        .innerJoin(
          podcastSources,
          and(
            eq(podcastSources.podcastId, podcastFacts.podcastId),
            eq(podcastSources.number, podcastFacts.source),
          ),
        )
        .where(eq(podcastFacts.podcastId, podcast.id))
        .orderBy(asc(podcastFacts.number));
      return rows.map(({ fact: { number, text, quote, strength }, source }) => ({
        number,
        text,
        quote,
        strength,
        source: source.number,
        from: [source.title, source.site, source.published].filter(Boolean).join(', '),
      }));
    },

    /** Where the sources are from that were read already. */
    async origins({ podcast }: LeasedEpisode): Promise<Set<string>> {
      const rows = await db
        .select({ origin: podcastSources.origin })
        .from(podcastSources)
        .where(eq(podcastSources.podcastId, podcast.id));
      return new Set(rows.map(({ origin }) => origin));
    },

    /** What the web search has found: it is not bought again. */
    async addPages(work: LeasedEpisode, pagesFound: string[]): Promise<void> {
      await updateUnderLease(db, work, { pagesFound });
    },

    /** A source with its facts; nothing when it is there already. */
    async addSource(work: LeasedEpisode, source: NewSource, facts: StatedFact[]): Promise<void> {
      const { id: podcastId } = work.podcast;
      await db.transaction(async (tx) => {
        // Locks the episode's row, so that no two sources get the same number, and tells its watchers.
        await updateUnderLease(tx, work, { attempts: 0 });
        const ofEpisode = eq(podcastSources.podcastId, podcastId);
        const [last] = await tx
          .select({ number: max(podcastSources.number) })
          .from(podcastSources)
          .where(ofEpisode);
        const number = (last?.number ?? 0) + 1;
        const added = await tx
          .insert(podcastSources)
          .values({ ...source, podcastId, number })
          .onConflictDoNothing()
          .returning();
        if (!added.length || !facts.length) return;
        const [before] = await tx
          .select({ number: max(podcastFacts.number) })
          .from(podcastFacts)
          .where(eq(podcastFacts.podcastId, podcastId));
        const first = (before?.number ?? 0) + 1;
        await tx
          .insert(podcastFacts)
          .values(
            facts.map((fact, at) => ({ ...fact, podcastId, number: first + at, source: number })),
          );
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

    /** Lines that no source supported. */
    async countUnsupported(
      work: LeasedEpisode,
      { rewritten, cut }: { rewritten: number; cut: number },
    ): Promise<void> {
      if (rewritten + cut === 0) return;
      await updateUnderLease(db, work, {
        linesRewritten: sql`${podcasts.linesRewritten} + ${rewritten}`,
        linesCut: sql`${podcasts.linesCut} + ${cut}`,
      });
    },
  };
}
