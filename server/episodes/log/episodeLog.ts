import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Stage } from '#shared/episode.ts';
import type { ScriptLine } from '#shared/script.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines, podcastParts, podcasts } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';
import { type LeasedEpisode, LeaseLost, type LineRow, type Patch, underLease, updateUnderLease } from './lease.ts';
import { type PartRow, partsOf, removeParts } from './parts.ts';

/** Moves lines out of the way, to positions beyond those of any script. */
const OFFSET = 10_000;

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

    async enterStage(work: LeasedEpisode, stage: Stage): Promise<void> {
      await updateUnderLease(db, work, { stage });
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
