import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { ScriptLine } from '#shared/script.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import {
  type LeasedEpisode,
  LeaseLost,
  type LineRow,
  type Patch,
  underLease,
  updateUnderLease,
} from './lease.ts';
import { OFFSET, openTimelineLog } from './timelineLog.ts';

/** Lines that were moved out of the way do not count. */
const nextPosition = (podcastId: number) => sql`(select coalesce(max(position) + 1, 0)::int
  from podcast_lines where podcast_id = ${podcastId} and position < ${OFFSET})`;

export interface ReadLines {
  read: Pick<LineRow, 'position' | 'text' | 'basis' | 'facts' | 'sourceWords'>[];
  /** Positions. */
  leftOut: number[];
  /** Of the lines that stand: how many got other words, and how many nobody has read. */
  counts: { rewritten: number; unread: number };
}

export type EpisodeLog = ReturnType<typeof openEpisodeLog>;

/**
 * A new outline or line, written or spoken, resets the count of failures. Every write names the
 * lease and throws `LeaseLost` when it is no longer ours.
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
    ...openTimelineLog(db),

    /**
     * Raises the lease, so that the last worker can write no more. Null if the episode has failed,
     * was deleted or is withheld. A completed one may still have an email to send.
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

    async change(work: LeasedEpisode, patch: Patch): Promise<void> {
      await updateUnderLease(db, work, patch);
    },

    // This and `recordSpoken` are most of the writes. A single statement holds a connection for a
    // quarter of the time that a transaction of two takes.
    /** Adds a line behind all others except a goodbye that was moved out of the way. */
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

    /** One step: stores read lines, removes those left out. Leaves lines that were read before. */
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

    /** Lets a beginning that broke off be written anew. No line may have been spoken. */
    async forgetLines(work: LeasedEpisode): Promise<void> {
      await db.transaction(async (tx) => {
        const none = { linesWritten: 0, linesRewritten: 0, linesCut: 0, linesUnread: 0 };
        await updateUnderLease(tx, work, none);
        await tx.delete(podcastLines).where(eq(podcastLines.podcastId, work.podcast.id));
      });
    },

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

    /** Resolves with the number of failures since the last progress. */
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
