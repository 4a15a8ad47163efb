import { sql } from 'drizzle-orm';
import type { Podcast } from '#shared/episode.ts';
import type { Db } from '../db/open.ts';
import type { PodcastRow } from './lease.ts';
import { NO_PROGRESS, type Progress } from './present.ts';

/**
 * The line spoken last and the seconds left. The estimate is the time per minute bought of the last
 * twenty episodes, less what this one has taken. Each is null when unknown, and both when the episode
 * is not in production.
 */
export async function progressOf(
  db: Db,
  row: Pick<PodcastRow, 'id' | 'status' | 'duration' | 'startedAt'>,
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
      (select json_build_object('speaker', speaker, 'text', text) from podcast_lines
        where podcast_id = ${row.id} and state = 'spoken'
        order by position desc limit 1) as "lastLine",
      (select avg(pace) from (
        select extract(epoch from completed_at - started_at) / duration as pace
        from podcasts where status = 'completed' and not is_sample and started_at is not null
        order by completed_at desc nulls last limit 20) as recent)::float8 * ${row.duration}
      - extract(epoch from now() - ${row.startedAt}::timestamptz)::float8 as left`);
  const { lastLine = null, left = null, sources = [] } = rows[0] ?? {};
  return { lastLine, sources, etaSeconds: left === null ? null : Math.max(1, Math.round(left)) };
}
