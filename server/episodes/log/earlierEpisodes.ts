import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { isFeatureOn } from '../../base/db/featureSwitches.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts, users } from '../../base/db/tables.ts';
import type { PodcastRow } from './lease.ts';

/** A second episode on a subject should know the first. Listeners forget older ones, too. */
const MOST_EPISODES = 8;

const othersOf = (userId: number, id: number) =>
  and(eq(podcasts.userId, userId), eq(podcasts.status, 'completed'), ne(podcasts.id, id));

/** Newest first. Empty for demos, and while memory is off for the account or for everybody. */
export async function earlierEpisodes(db: Db, { id, userId }: Pick<PodcastRow, 'id' | 'userId'>) {
  if (userId === null || !(await isFeatureOn(db, 'memory'))) return [];
  const rows = await db
    .select({ title: podcasts.title, recap: podcasts.recap })
    .from(podcasts)
    .innerJoin(users, eq(users.id, podcasts.userId))
    .where(and(othersOf(userId, id), eq(users.hasMemory, true), isNotNull(podcasts.recap)))
    .orderBy(desc(podcasts.id))
    .limit(MOST_EPISODES);
  return rows.flatMap(({ title, recap }) => {
    if (!recap) return [];
    const { followUps: _, ...rest } = recap;
    return [{ title, ...rest }];
  });
}

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
