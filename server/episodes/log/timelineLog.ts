import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines, podcastParts, podcasts } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';
import { type LeasedEpisode, type LineRow, updateUnderLease } from './lease.ts';
import { type PartRow, partsOf, removeParts } from './parts.ts';

/** Moves lines out of the way, to positions beyond those of any script. */
export const OFFSET = 10_000;

/** The recorded part of the episode log: where its lines and parts are on the timeline. */
export function openTimelineLog(db: Db) {
  return {
    /** Stores where each line starts on the finished timeline, by position, ms. */
    async recordStarts(work: LeasedEpisode, starts: Map<number, number>): Promise<void> {
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, { stage: 'mastering' });
        await keepStarts(tx, work, starts);
      });
    },

    /**
     * Reopens a recorded script to correct its length. Rows of dropped lines stay until their clips
     * are removed. With `unwritten`, the script is open from that section on, and lines of later
     * sections move out of the way. Parts that reach beyond `from` (ms) are deleted.
     */
    async reopen(
      work: LeasedEpisode,
      change: { lengthError: number; dropped: LineRow[]; unwritten: number | null; from: number },
    ): Promise<void> {
      const { lengthError, dropped, unwritten, from } = change;
      const { id } = work.podcast;
      const milliseconds = dropped.reduce((sum, line) => sum + (line.milliseconds ?? 0), 0);
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, {
          stage: unwritten === null ? 'mastering' : 'writing',
          quality: { ...work.podcast.quality, lengthError },
          linesWritten: sql`${podcasts.linesWritten} - ${dropped.length}`,
          linesSpoken: sql`${podcasts.linesSpoken} - ${dropped.length}`,
          millisecondsSpoken: sql`${podcasts.millisecondsSpoken} - ${milliseconds}`,
          ...(unwritten !== null && { sectionsWritten: unwritten }),
        });
        const positions = dropped.map((line) => line.position);
        const movedBack = sql`${podcastLines.position} + ${OFFSET}`;
        await tx
          .update(podcastLines)
          .set({ state: 'dropped', position: movedBack, startMilliseconds: null })
          .where(and(eq(podcastLines.podcastId, id), inArray(podcastLines.position, positions)));
        if (unwritten !== null) {
          await tx
            .update(podcastLines)
            .set({ position: movedBack })
            .where(
              and(
                eq(podcastLines.podcastId, id),
                gt(podcastLines.section, unwritten),
                ne(podcastLines.state, 'dropped'),
              ),
            );
        }
        const end = sql`${podcastParts.startMilliseconds} + ${podcastParts.milliseconds}`;
        await tx
          .delete(podcastParts)
          .where(and(eq(podcastParts.podcastId, id), gt(end, Math.round(from))));
      });
    },

    /** Removes the parts of a failed episode. Files that another episode still plays stay. */
    removeParts: ({ podcast }: LeasedEpisode, storage: Pick<Storage, 'remove'>) =>
      removeParts({ db, storage }, [podcast.id]),

    parts: (work: LeasedEpisode) => partsOf(db, work.podcast.id),

    /** Adds a part that can be played. `starts` are those of its lines, ms, by position. */
    async addPart(
      work: LeasedEpisode,
      part: Omit<PartRow, 'podcastId'>,
      starts: Map<number, number>,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        // Changes nothing, but checks the lease and locks the row until the part is stored.
        await updateUnderLease(tx, work, { lease: work.podcast.lease });
        await tx.insert(podcastParts).values({ podcastId: work.podcast.id, ...part });
        await keepStarts(tx, work, starts);
      });
    },
  };
}

async function keepStarts(
  tx: DbOrTx,
  work: LeasedEpisode,
  starts: Map<number, number>,
): Promise<void> {
  const rows = [...starts].map(([position, start]) => ({ position, start }));
  await tx.execute(sql`
    update podcast_lines as line set start_milliseconds = given.start
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(position int, start int)
    where line.podcast_id = ${work.podcast.id} and line.position = given.position`);
}
