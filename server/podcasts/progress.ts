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

/**
 * The line spoken last and the seconds left. What its buyer has heard as a preview was spoken before,
 * and is no such line. The estimate is the time per minute bought of the last twenty episodes, less what
 * this one has taken. Each is null when unknown, and both when the episode is not in production.
 */
export async function progressOf(
  db: Db,
  row: Pick<PodcastRow, 'id' | 'status' | 'duration' | 'startedAt' | 'previewId'>,
): Promise<Progress> {
  if (row.status !== 'processing') return NO_PROGRESS;
  const { rows } = await db.execute<
    Pick<Podcast, 'lastLine' | 'sources'> & { left: number | null }
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
        order by completed_at desc nulls last limit 20) as recent), ${FIRST_PACE})::float8 * ${row.duration}
      - extract(epoch from now() - ${row.startedAt}::timestamptz)::float8 as left`);
  const { lastLine = null, left = null, sources = [] } = rows[0] ?? {};
  return { lastLine, sources, etaSeconds: left === null ? null : Math.max(1, Math.round(left)) };
}
