import { sql } from 'drizzle-orm';
import type { Podcast } from '#shared/episode.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { PodcastRow } from '../log/lease.ts';
import { NO_PROGRESS, type Progress } from './presentPodcast.ts';

/**
 * Seconds per minute bought until an episode has been delivered: what production is built to keep to
 * at the providers' speeds of design section 10.
 */
const FIRST_PACE = 8;

/** Share of an episode from which on its own pace says more than that of others. */
const TELLING = 0.2;
/** Seconds per minute bought from the last line on: the sound is measured, stored and sent. */
const FINISHING = 1;

/**
 * The line spoken last and the seconds left. What its buyer has heard as a preview was spoken before,
 * and is no such line. The estimate follows the pace of this episode once it has one; until then it is the
 * time per minute bought that was usual for the last twenty, less what this one has taken. Each is null when
 * unknown, and both when the episode is not in production.
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
  /** Shares of it. */
  spoken: number;
  mixed: number;
  /** What the time after the last line takes, s. */
  finishing: number;
}

/**
 * Half of an episode is done when it is spoken, half when it is mixed: on a slow machine the mix comes long
 * after the voices. Before its own pace is known, one that leaves less than half of the usual time for the
 * rest is a slow one, and its rest is counted as if it began now.
 */
export function secondsLeft({ usual, taken, speaking, spoken, mixed, finishing }: Pace): number {
  const done = (Math.min(1, spoken) + Math.min(1, mixed)) / 2;
  const rest = 1 - done;
  if (done >= TELLING) return (rest * speaking) / done + finishing;
  const left = usual - taken;
  return left >= (rest * usual) / 2 ? left : rest * usual;
}
