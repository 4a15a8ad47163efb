import { and, asc, eq, sql } from 'drizzle-orm';
import type { SpokenLines } from '#shared/episode.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines } from '../../base/db/tables.ts';
import type { PodcastRow } from '../log/lease.ts';
import { hostOf } from './presentPodcast.ts';

/**
 * Ends before the first line that is not spoken. Starts are known before a line can be heard, and
 * those of a preview or a corrected recording may lie where no part is.
 */
export async function readSpokenLines(db: Db, row: PodcastRow): Promise<SpokenLines> {
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
