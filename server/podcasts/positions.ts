import { and, eq, sql } from 'drizzle-orm';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/user.ts';
import type { Db } from '../db/open.ts';
import { listeningPositions } from '../db/tables.ts';
import type { PodcastRow } from './lease.ts';

/** Players may measure a file as slightly longer than mastering did, s. */
const LEEWAY = 5;

/** Where this account stopped last, on any device; null without an account or a position. */
export async function positionOf(
  db: Db,
  listener: User | null,
  podcastId: number,
): Promise<Listening['episode']['position']> {
  if (!listener) return null;
  const [row] = await db
    .select({
      seconds: listeningPositions.seconds,
      age: sql<number>`extract(epoch from now() - ${listeningPositions.updatedAt})::float`,
    })
    .from(listeningPositions)
    .where(positionIn(listener, podcastId));
  return row ?? null;
}

/** Stores the position; the newest wins. Throws `Problem('invalid')` for one outside the episode. */
export async function keepPosition(
  db: Db,
  listener: User,
  podcast: PodcastRow,
  seconds: number,
): Promise<void> {
  const length = podcast.durationSeconds ?? podcast.duration * 60;
  if (seconds > length + LEEWAY) {
    const message = 'The episode is not that long';
    throw new Problem('invalid', message, { seconds: message });
  }
  await db
    .insert(listeningPositions)
    .values({ userId: listener.id, podcastId: podcast.id, seconds })
    .onConflictDoUpdate({
      target: [listeningPositions.userId, listeningPositions.podcastId],
      set: { seconds, updatedAt: sql`now()` },
    });
}

function positionIn(listener: User, podcastId: number) {
  return and(
    eq(listeningPositions.userId, listener.id),
    eq(listeningPositions.podcastId, podcastId),
  );
}
