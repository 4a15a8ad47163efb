import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import { MOST_EPISODES, othersOf } from './earlierEpisodes.ts';
import type { PodcastRow } from './lease.ts';

/** A measurement, never shown to a writer: it does not depend on the account's memory. */
export async function earlierLines(
  db: Db,
  { id, userId }: Pick<PodcastRow, 'id' | 'userId'>,
): Promise<string[] | null> {
  if (userId === null) return null;
  const latest = await db
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(othersOf(userId, id))
    .orderBy(desc(podcasts.id))
    .limit(MOST_EPISODES);
  if (latest.length === 0) return null;
  const ids = latest.map((episode) => episode.id);
  const lines = await db
    .select({ text: podcastLines.text })
    .from(podcastLines)
    .where(and(inArray(podcastLines.podcastId, ids), eq(podcastLines.state, 'spoken')));
  return lines.map(({ text }) => text);
}
