import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Stage } from '#shared/episode.ts';
import type { ScriptLine } from '#shared/script.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines, podcastParts, podcasts } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';
import {
  type LeasedEpisode,
  LeaseLost,
  type LineRow,
  type Patch,
  underLease,
  updateUnderLease,
} from './lease.ts';
import { type PartRow, partsOf, removeParts } from './parts.ts';

/**
 * An offset of positions beyond the lines of any script, for lines that are moved out of the way.
 */
const OFFSET = 10_000;

/** The position behind all lines of a script; those that are moved out of the way do not count. */
const nextPosition = (podcastId: number) => sql`(select coalesce(max(position) + 1, 0)::int
  from podcast_lines where podcast_id = ${podcastId} and position < ${OFFSET})`;

/** What has become of lines that were read, or waited for their reader in vain. */
export interface ReadLines {
  read: Pick<LineRow, 'position' | 'text' | 'basis' | 'facts' | 'sourceWords'>[];
  /** Positions. */
  leftOut: number[];
  /** Of those that stand: which have other words, and which nobody has read. */
  counts: { rewritten: number; unread: number };
}

export type EpisodeLog = ReturnType<typeof openEpisodeLog>;

/**
 * The durable record of an episode in production: each finished step is stored, so that a restart on
 * any instance repeats none. A new outline or line, written or spoken, is progress and resets the
 * count of failures. Every write names the lease and throws `LeaseLost` when it is no longer ours.
 */
export function openEpisodeLog(db: Db) {
  function keptLinesOf(podcastId: number): Promise<LineRow[]> {
    return db
      .select()
      .from(podcastLines)
      .where(and(eq(podcastLines.podcastId, podcastId), ne(podcastLines.state, 'dropped')))
      .orderBy(asc(podcastLines.position));
  }

  return {
    /**
     * Acquires the episode by raising its lease; the worker that held it before can write no more.
     * A completed episode can be acquired too, because its email may be waiting. Null when it has
     * failed, was deleted or is withheld. Lines come in the order in which they are spoken.
     */
    async acquire(podcastId: number): Promise<LeasedEpisode | null> {
      const [podcast] = await db
        .update(podcasts)
        .set({
          lease: sql`${podcasts.lease} + 1`,
          startedAt: sql`coalesce(${podcasts.startedAt}, now())`,
        })
        .where(
          and(
            eq(podcasts.id, podcastId),
            inArray(podcasts.status, ['processing', 'completed', 'preview']),
            eq(podcasts.withheld, false),
          ),
        )
        .returning();
      return podcast ? { podcast, lines: await keptLinesOf(podcastId) } : null;
    },

    async reread({ podcast: { id, lease } }: LeasedEpisode): Promise<LeasedEpisode> {
      const [podcast] = await db
        .select()
        .from(podcasts)
        .where(and(eq(podcasts.id, id), eq(podcasts.lease, lease)));
      if (!podcast) throw new LeaseLost(id);
      return { podcast, lines: await keptLinesOf(id) };
    },

    /** Changes the episode's row. Throws `LeaseLost`. */
    async change(work: LeasedEpisode, patch: Patch): Promise<void> {
      await updateUnderLease(db, work, patch);
    },

    async enterStage(work: LeasedEpisode, stage: Stage): Promise<void> {
      await updateUnderLease(db, work, { stage });
    },

    // This and `recordSpoken` are most of the writes. A single statement holds a connection for a
    // quarter of the time that a transaction of two takes.
    /** Adds a line behind all others but a goodbye that waits. */
    async addLine(work: LeasedEpisode, line: ScriptLine, section: number): Promise<LineRow> {
      const { id } = work.podcast;
      const { rows } = await db.execute<LineRow>(sql`
        with held as (
          update podcasts set lines_written = lines_written + 1, attempts = 0
          where ${underLease(work)} returning id)
        insert into podcast_lines
          (podcast_id, position, section, speaker, text, delivery, is_over, basis, facts, sum)
        select id, ${nextPosition(id)}, ${section}::int, ${line.speaker}, ${line.text},
          ${line.delivery ?? null}, ${line.isOver ?? false}::boolean, ${line.basis ?? null},
          ${sql.param(line.facts ?? [])}::int[], ${line.sum ?? null} from held
        returning podcast_id as "podcastId", position, section, speaker, text, state, delivery,
          is_over as "isOver", basis, facts, sum, source_words as "sourceWords",
          clip_key as "clipKey", milliseconds, start_milliseconds as "startMilliseconds"`);
      const row = rows[0];
      if (!row) throw new LeaseLost(id);
      return row;
    },

    /**
     * Lines as they are to be spoken, and the positions of those that are left out, in one step. A line
     * that is read already stays as it is.
     */
    async recordRead(work: LeasedEpisode, { read, leftOut, counts }: ReadLines): Promise<void> {
      const lines = read.map(({ position, text, basis, facts, sourceWords }) => ({
        position,
        text,
        basis,
        facts,
        words: sourceWords,
      }));
      const unread = sql`line.podcast_id = held.id and line.state = 'written'`;
      const { rowCount } = await db.execute(sql`
        with held as (select id from podcasts where ${underLease(work)} for update),
        gone as (
          delete from podcast_lines as line using held
          where ${unread} and line.position = any(${sql.param(leftOut)}::int[]) returning position),
        stands as (
          update podcast_lines as line
          set state = 'read', text = given.text, basis = given.basis, source_words = given.words,
            facts = array(select jsonb_array_elements_text(given.facts)::int)
          from held, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
            as given(position int, text text, basis text, facts jsonb, words text)
          where ${unread} and line.position = given.position returning line.position),
        done as (select from stands limit 1)
        update podcasts
        set lines_written = lines_written - (select count(*) from gone)::int,
          lines_cut = lines_cut + (select count(*) from gone)::int,
          lines_rewritten = lines_rewritten + ${counts.rewritten} * (select count(*) from done)::int,
          lines_unread = lines_unread + ${counts.unread} * (select count(*) from done)::int
        from held where podcasts.id = held.id`);
      if (!rowCount) throw new LeaseLost(work.podcast.id);
    },

    /** Removes all lines, none of which was spoken: a beginning that broke off is written anew. */
    async forgetLines(work: LeasedEpisode): Promise<void> {
      await db.transaction(async (tx) => {
        const none = { linesWritten: 0, linesRewritten: 0, linesCut: 0, linesUnread: 0 };
        await updateUnderLease(tx, work, none);
        await tx.delete(podcastLines).where(eq(podcastLines.podcastId, work.podcast.id));
      });
    },

    /** Stores the last lines and ends the script in one transaction. */
    async addGoodbye(
      work: LeasedEpisode,
      lines: ScriptLine[],
      section: number,
    ): Promise<LineRow[]> {
      const { id } = work.podcast;
      return db.transaction(async (tx) => {
        await updateUnderLease(tx, work, {
          linesWritten: sql`${podcasts.linesWritten} + ${lines.length}`,
          sectionsWritten: section + 1,
          attempts: 0,
          stage: 'speaking',
        });
        if (!lines.length) return [];
        const placed = lines.map((line, index) => ({
          podcastId: id,
          position: sql`${nextPosition(id)} + ${index}`,
          section,
          ...line,
        }));
        return tx.insert(podcastLines).values(placed).returning();
      });
    },

    /** The mix alone is left once the last line of a finished script is spoken. */
    async recordSpoken(
      work: LeasedEpisode,
      position: number,
      { clipKey, milliseconds }: { clipKey: string; milliseconds: number },
    ): Promise<void> {
      // Lock the episode's row first: after a lost lease the statement finds nothing to write.
      const { rowCount } = await db.execute(sql`
        with held as (select id from podcasts where ${underLease(work)} for update),
        spoken as (
          update podcast_lines as line
          set state = 'spoken', clip_key = ${clipKey}, milliseconds = ${milliseconds}
          from held
          where line.podcast_id = held.id and line.position = ${position} and line.state = 'read'
          returning line.milliseconds)
        update podcasts
        set lines_spoken = lines_spoken + (select count(*) from spoken)::int,
          attempts = case when exists (select 1 from spoken) then 0 else attempts end,
          stage = case when stage = 'speaking' and lines_written = lines_spoken + (select count(*) from spoken)
            then 'mastering' else stage end,
          milliseconds_spoken = milliseconds_spoken + (select coalesce(sum(milliseconds), 0) from spoken)::int
        from held where podcasts.id = held.id`);
      if (!rowCount) throw new LeaseLost(work.podcast.id);
    },

    /** Where each line starts on the finished timeline, by position. */
    async recordStarts(work: LeasedEpisode, starts: Map<number, number>): Promise<void> {
      await db.transaction(async (tx) => {
        await updateUnderLease(tx, work, { stage: 'mastering' });
        await keepStarts(tx, work, starts);
      });
    },

    /**
     * Reopens a recorded script to correct its length, in one transaction, and records the error.
     * Dropped lines leave the script, but their rows stay until their clips are removed. With
     * `unwritten`, the script is open again from that section on, and lines of later sections move
     * behind the lines still to be written. Parts that reach beyond `from` (ms) are deleted.
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

    /** Removes the parts of an episode that has failed, but those that another one still plays. */
    removeParts: ({ podcast }: LeasedEpisode, storage: Pick<Storage, 'remove'>) =>
      removeParts(db, storage, [podcast.id]),

    parts: (work: LeasedEpisode) => partsOf(db, work.podcast.id),

    /** Adds a part that can be played, with the starts of the lines in it, ms, by their positions. */
    async addPart(
      work: LeasedEpisode,
      part: Omit<PartRow, 'podcastId'>,
      starts: Map<number, number>,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        // Changes nothing, but locks the row while the lease is ours until the part is stored.
        await updateUnderLease(tx, work, { lease: work.podcast.lease });
        await tx.insert(podcastParts).values({ podcastId: work.podcast.id, ...part });
        await keepStarts(tx, work, starts);
      });
    },

    /** Resolves with the failures since the last progress. */
    async countFailure(work: LeasedEpisode): Promise<number> {
      const [row] = await db
        .update(podcasts)
        .set({ attempts: sql`${podcasts.attempts} + 1` })
        .where(and(eq(podcasts.id, work.podcast.id), eq(podcasts.lease, work.podcast.lease)))
        .returning({ attempts: podcasts.attempts });
      if (!row) throw new LeaseLost(work.podcast.id);
      return row.attempts;
    },
  };
}

/** Where lines start on the timeline, ms, by their positions. */
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
