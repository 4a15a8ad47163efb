import { and, desc, eq, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { podcasts, users } from '../db/tables.ts';
import type { PodcastRow } from './lease.ts';

/** Enough that a second episode on a subject knows the first; older ones are forgotten by listeners, too. */
const MOST_EPISODES = 8;

/**
 * What the account of this episode has heard before, newest first, so that nothing is told twice. Empty
 * for an account that has switched its memory off, and for demos.
 */
export async function earlierEpisodes(db: Db, { id, userId }: Pick<PodcastRow, 'id' | 'userId'>) {
  if (userId === null) return [];
  const rows = await db
    .select({ title: podcasts.title, recap: podcasts.recap })
    .from(podcasts)
    .innerJoin(users, eq(users.id, podcasts.userId))
    .where(
      and(
        eq(podcasts.userId, userId),
        eq(users.hasMemory, true),
        eq(podcasts.status, 'completed'),
        isNotNull(podcasts.recap),
        ne(podcasts.id, id),
      ),
    )
    .orderBy(desc(podcasts.id))
    .limit(MOST_EPISODES);
  return rows.flatMap(({ title, recap }) => {
    if (!recap) return [];
    const { followUps: _, ...heard } = recap;
    return [{ title, ...heard }];
  });
}
