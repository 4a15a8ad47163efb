import { and, arrayContained, arrayContains, eq, max, not, sql } from 'drizzle-orm';
import type { Outline } from '#shared/script.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastFacts, podcastSources } from '../../base/db/tables.ts';
import type { Fact, StatedFact } from '../../writing/script/scriptWriter.ts';
import { allSourcesOf, extentOf, type SourceRow } from './episodeSources.ts';
import { type LeasedEpisode, updateUnderLease } from './lease.ts';

export type ResearchLog = ReturnType<typeof openResearchLog>;

export type NewSource = Omit<
  typeof podcastSources.$inferInsert,
  'podcastId' | 'number' | 'readChunks' | 'retrievedAt' | 'isRemoved' | Counted
>;
type Counted = 'paper' | 'stated' | 'askedAgain';

/** What a chunk's reader found. `askedAgain` counts stated facts that were asked for again. */
export interface ChunkRead {
  paper: string;
  stated: number;
  askedAgain: number;
  facts: ReadFact[];
}

/** A fact whose quote stands in its source, with the sentences around it. */
export type ReadFact = StatedFact & Pick<Fact, 'paragraph'>;

/** Every write names the lease and throws `LeaseLost` when it is no longer ours. */
export function openResearchLog(db: Db) {
  return {
    /** Facts in the order of their sources' numbers: attachments come first. */
    async facts({ podcast }: LeasedEpisode): Promise<Fact[]> {
      const sources = await allSourcesOf(db, [podcast.id]);
      return sources.flatMap(({ title, site, published, paper, facts, ...read }) => {
        const about = [paper, extentOf(read)].filter(Boolean).join('; ');
        const from = [title, site, published].filter(Boolean).join(', ') + (about && ` (${about})`);
        return facts.map(({ podcastId: _, isRemoved: _isRemoved, ...fact }) => ({ ...fact, from }));
      });
    },

    sources: ({ podcast }: LeasedEpisode) => allSourcesOf(db, [podcast.id]),

    /** Origins of the sources whose chosen chunks have all been read. */
    async origins({ podcast }: LeasedEpisode): Promise<Set<string>> {
      const { origin, chosenChunks, readChunks } = podcastSources;
      const rows = await db
        .select({ origin })
        .from(podcastSources)
        .where(
          and(eq(podcastSources.podcastId, podcast.id), arrayContained(chosenChunks, readChunks)),
        );
      return new Set(rows.map((row) => row.origin));
    },

    /** Keeps what the web search found, so that a restart does not buy it again. */
    async addPages(work: LeasedEpisode, pagesFound: string[]): Promise<void> {
      await updateUnderLease(db, work, { pagesFound });
    },

    /**
     * Adds a source, or returns the row that is there. An attachment's number is its place in the
     * order; the others come after all attachments, so that none waits for another. A source that
     * cannot be read leaves its number unused.
     */
    async addSource(work: LeasedEpisode, source: NewSource): Promise<SourceRow> {
      const { id: podcastId, sources: attached } = work.podcast;
      return db.transaction(async (tx) => {
        // Locks the episode's row, so that no two sources get one number, and tells its watchers.
        await updateUnderLease(tx, work, { attempts: 0 });
        const ofEpisode = eq(podcastSources.podcastId, podcastId);
        const [last] = await tx
          .select({ number: max(podcastSources.number) })
          .from(podcastSources)
          .where(ofEpisode);
        const place = attached.indexOf(source.origin) + 1;
        const number = place || Math.max(last?.number ?? 0, attached.length) + 1;
        await tx
          .insert(podcastSources)
          .values({ ...source, podcastId, number, readChunks: [] })
          .onConflictDoNothing();
        const [row] = await tx
          .select()
          .from(podcastSources)
          .where(and(ofEpisode, eq(podcastSources.origin, source.origin)));
        if (!row) throw new Error('a source is not there');
        return row;
      });
    },

    /** Stores what a chunk holds. Does nothing if it was read before, unless `again`. */
    async addChunk(
      work: LeasedEpisode,
      { source, chunk, again = false }: { source: number; chunk: number; again?: boolean },
      { paper, stated, askedAgain, facts }: ChunkRead,
    ): Promise<void> {
      const podcastId = work.podcast.id;
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, { attempts: 0 });
        const { readChunks, ...was } = podcastSources;
        const added = await tx
          .update(podcastSources)
          .set({
            readChunks: sql`array_append(array_remove(${readChunks}, ${chunk}), ${chunk})`,
            stated: sql`${was.stated} + ${stated}`,
            askedAgain: sql`${was.askedAgain} + ${askedAgain}`,
            // The first chunk tells what kind of paper the others belong to.
            ...(chunk === 0 && !again && { paper }),
          })
          .where(
            and(
              eq(podcastSources.podcastId, podcastId),
              eq(podcastSources.number, source),
              again ? undefined : not(arrayContains(readChunks, [chunk])),
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

    async end(work: LeasedEpisode, seconds: number): Promise<void> {
      await updateUnderLease(db, work, { researchedAt: sql`now()`, researchSeconds: seconds });
    },

    async dispute(work: LeasedEpisode, disputes: NonNullable<Outline['disputed']>): Promise<void> {
      if (!disputes.length) return;
      const ofEpisode = eq(podcastFacts.podcastId, work.podcast.id);
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, { lease: work.podcast.lease });
        for (const { fact, what, against } of disputes) {
          await tx
            .update(podcastFacts)
            .set({ strength: 'disputed', disputed: what, against })
            .where(and(ofEpisode, eq(podcastFacts.number, fact)));
        }
      });
    },
  };
}
