import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { listeningPositions } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { PodcastRow } from '../log/lease.ts';
import type { OwnPosition } from './presentPodcast.ts';

/** Players may measure a file as slightly longer than mastering did, s. */
const LEEWAY = 5;

const AGE = sql<number>`extract(epoch from now() - ${listeningPositions.updatedAt})::float`;

export async function positionsOf(
  db: Db,
  owner: number,
  podcastIds: number[],
): Promise<Map<number, OwnPosition>> {
  if (podcastIds.length === 0) return new Map();
  const { podcastId, seconds, playedAt } = listeningPositions;
  const rows = await db
    .select({ podcastId, seconds, playedAt, age: AGE })
    .from(listeningPositions)
    .where(and(eq(listeningPositions.userId, owner), inArray(podcastId, podcastIds)));
  return new Map(
    rows.map(({ podcastId, seconds, playedAt, age }) => [
      podcastId,
      { position: { seconds, age }, isPlayed: playedAt !== null },
    ]),
  );
}

/** Null without an account or a position. */
export async function positionOf(
  db: Db,
  listener: User | null,
  podcastId: number,
): Promise<Listening['episode']['position']> {
  if (!listener) return null;
  const [row] = await db
    .select({
      seconds: listeningPositions.seconds,
      age: AGE,
    })
    .from(listeningPositions)
    .where(positionIn(listener, podcastId));
  return row ?? null;
}

/** The newest wins; `playedAt` stays once set. Throws `Problem('invalid')` past the end. */
export async function keepPosition(
  db: Db,
  listener: User,
  podcast: PodcastRow,
  { seconds, ended }: { seconds: number; ended: boolean },
): Promise<void> {
  const length = podcast.durationSeconds ?? podcast.duration * 60;
  if (seconds > length + LEEWAY) {
    const message = 'The episode isn’t that long';
    throw new Problem('invalid', message, { seconds: message });
  }
  const playedAt = ended ? sql`now()` : null;
  await db
    .insert(listeningPositions)
    .values({ userId: listener.id, podcastId: podcast.id, seconds, playedAt })
    .onConflictDoUpdate({
      target: [listeningPositions.userId, listeningPositions.podcastId],
      set: { seconds, updatedAt: sql`now()`, ...(ended && { playedAt }) },
    });
}

function positionIn(listener: User, podcastId: number) {
  return and(
    eq(listeningPositions.userId, listener.id),
    eq(listeningPositions.podcastId, podcastId),
  );
}
