import { and, asc, eq, sql } from 'drizzle-orm';
import type { Podcast, SpokenLines } from '#shared/episode.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { PodcastRow } from '../log/lease.ts';
import { findUnfailed } from './episodeAccess.ts';
import { hostOf, NO_PROGRESS, type Progress } from './presentPodcast.ts';

/** Seconds per minute bought, assumed until an episode has been delivered. */
const FIRST_PACE = 8;

/** From this share of an episode on, its own pace says more than that of others. */
const TELLING = 0.2;
/** Seconds per minute bought after the last line: the sound is measured, stored and sent. */
const FINISHING = 1;

/**
 * Leaves out lines that the buyer has heard as a preview. The estimate follows the episode's own
 * pace once it has one, and until then that of the last twenty. Each is null when unknown.
 */
export async function progressOf(
  db: Db,
  row: Pick<
    PodcastRow,
    'id' | 'status' | 'duration' | 'startedAt' | 'previewId' | 'millisecondsSpoken'
  >,
): Promise<Progress> {
  if (row.status !== 'processing') return NO_PROGRESS;
  const { rows } = await db.execute<
    Pick<Podcast, 'lastLine' | 'sources'> & Omit<Pace, 'taken'> & { taken: number | null }
  >(sql`
    select
      (select coalesce(
          json_agg(json_build_object('id', number, 'kind', kind, 'title', title, 'site', site) order by number),
          '[]')
        from podcast_sources where podcast_id = ${row.id} and not is_removed) as sources,
      (select json_build_object('speaker', speaker, 'text', text) from podcast_lines as line
        where podcast_id = ${row.id} and state = 'spoken' and not exists (
          select from previews join podcast_lines as heard on heard.podcast_id = previews.podcast_id
          where previews.id = ${row.previewId} and heard.position = line.position
            and heard.state = 'spoken')
        order by position desc limit 1) as "lastLine",
      coalesce((select percentile_cont(0.5) within group (order by pace) from (
        select extract(epoch from completed_at - started_at) / duration as pace
        from podcasts where status = 'completed' and not is_sample and started_at is not null
        order by completed_at desc nulls last limit 20) as recent), ${FIRST_PACE})::float8 * ${row.duration} as usual,
      extract(epoch from now() - ${row.startedAt}::timestamptz)::float8 as taken,
      extract(epoch from now() - coalesce((select min(at) from expenses
        where podcast_id = ${row.id} and characters > 0 and at >= ${row.startedAt}::timestamptz),
        ${row.startedAt}))::float8 as speaking,
      ${row.millisecondsSpoken} / ${row.duration * 60_000}::float8 as spoken,
      coalesce((select max(start_milliseconds + milliseconds) from podcast_parts
        where podcast_id = ${row.id}), 0) / ${row.duration * 60_000}::float8 as mixed,
      ${row.duration * FINISHING}::float8 as finishing`);
  const [found] = rows;
  const { lastLine = null, sources = [] } = found ?? {};
  if (!found || found.taken === null) return { lastLine, sources, etaSeconds: null };
  const left = secondsLeft({ ...found, taken: found.taken });
  return { lastLine, sources, etaSeconds: Math.max(1, Math.round(left)) };
}

interface Pace {
  /** What an episode of this length usually takes, s. */
  usual: number;
  /** Since it was begun, and since the first line was spoken, s. */
  taken: number;
  speaking: number;
  /** Shares of the length bought. */
  spoken: number;
  mixed: number;
  /** What the time after the last line takes, s. */
  finishing: number;
}

/**
 * Half of an episode is done when it is spoken, half when it is mixed, which a slow machine does
 * long after. With too little of the usual time left, its rest is counted as if it began now.
 */
export function secondsLeft({ usual, taken, speaking, spoken, mixed, finishing }: Pace): number {
  const done = (Math.min(1, spoken) + Math.min(1, mixed)) / 2;
  const rest = 1 - done;
  if (done >= TELLING) return (rest * speaking) / done + finishing;
  const left = usual - taken;
  return left >= (rest * usual) / 2 ? left : rest * usual;
}

/**
 * A finished episode has all its lines: a page may learn late that it is finished. Ends before the
 * first line that is not spoken. Starts are known before a line can be heard, and
 * those of a preview or a corrected recording may lie where no part is.
 */
export async function spokenLines(
  { db }: { db: Db },
  visitor: User | null,
  token: string,
): Promise<SpokenLines> {
  const row = await findUnfailed(db, visitor, token);
  const { position, speaker, text, state, startMilliseconds, milliseconds } = podcastLines;
  const unspoken = sql`(select min(position) from podcast_lines as other
    where other.podcast_id = ${row.id} and other.state in ('written', 'read'))`;
  const reach = sql`(select max(part.start_milliseconds + part.milliseconds)
    from podcast_parts as part where part.podcast_id = ${row.id})`;
  // The file of a finished episode has all lines, and its parts are removed after a while.
  const isPlayable =
    row.status === 'completed' ? sql`true` : sql`${startMilliseconds} < coalesce(${reach}, 0)`;
  const lines = await db
    .select({
      speaker,
      text,
      milliseconds,
      start: sql<number | null>`case when ${isPlayable} then ${startMilliseconds} end`,
    })
    .from(podcastLines)
    .where(
      and(
        eq(podcastLines.podcastId, row.id),
        eq(state, 'spoken'),
        sql`${position} < coalesce(${unspoken}, ${position} + 1)`,
      ),
    )
    .orderBy(asc(position));
  return {
    version: '1.0.0',
    lines: lines.map(({ speaker, text, start, milliseconds }) => ({
      side: speaker,
      speaker: hostOf(row, speaker),
      body: text,
      startTime: start === null ? null : start / 1000,
      endTime: start === null ? null : (start + (milliseconds ?? 0)) / 1000,
    })),
  };
}
