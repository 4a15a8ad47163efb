import { sql } from 'drizzle-orm';
import type { Podcast } from '#shared/episode.ts';
import type { Db } from '../db/open.ts';
import type { PodcastRow } from './lease.ts';
import { NO_PROGRESS, type Progress } from './present.ts';

/**
 * Seconds per minute bought until an episode has been delivered: what production is built to keep to
 * at the providers' speeds of design section 10.
 */
const FIRST_PACE = 8;

/** Share of the tape from which on its own pace says more of an episode than that of others. */
const TELLING = 0.25;

/**
 * The line spoken last and the seconds left. What its buyer has heard as a preview was spoken before,
 * and is no such line. The estimate is the time per minute bought of the last twenty episodes, less what
 * this one has taken, unless it is slower. Each is null when unknown, and both when the episode is not
 * in production.
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
    Pick<Podcast, 'lastLine' | 'sources'> & { usual: number; taken: number | null }
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
      coalesce((select avg(pace) from (
        select extract(epoch from completed_at - started_at) / duration as pace
        from podcasts where status = 'completed' and not is_sample and started_at is not null
        order by completed_at desc nulls last limit 20) as recent), ${FIRST_PACE})::float8 * ${row.duration} as usual,
      extract(epoch from now() - ${row.startedAt}::timestamptz)::float8 as taken`);
  const { lastLine = null, usual = 0, taken = null, sources = [] } = rows[0] ?? {};
  if (taken === null) return { lastLine, sources, etaSeconds: null };
  const spoken = Math.min(1, row.millisecondsSpoken / (row.duration * 60_000));
  const left = secondsLeft({ usual, taken, spoken });
  return { lastLine, sources, etaSeconds: Math.max(1, Math.round(left)) };
}

/**
 * Of an episode that has `taken` so many of the `usual` seconds, of which a share is `spoken`. Where that
 * leaves less than half of the usual time for the rest, it is a slow one, and goes on at its own pace; as
 * long as too little is spoken to tell that, the rest is counted as if it began now.
 */
function secondsLeft({ usual, taken, spoken }: { usual: number; taken: number; spoken: number }) {
  const rest = 1 - spoken;
  const left = usual - taken;
  if (left >= (rest * usual) / 2) return left;
  return rest * (spoken < TELLING ? usual : Math.max(usual, taken / spoken));
}
