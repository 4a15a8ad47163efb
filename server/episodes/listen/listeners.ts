import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Channel } from '#shared/channels.ts';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { VerdictRequest } from '#shared/verdictSchema.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { listeningPositions, listens, podcasts, verdicts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { PodcastRow } from '../log/lease.ts';
import { notFound } from './episodeAccess.ts';
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

/** Days are UTC, by the clock of the database. */
export async function countListen(db: Db, channel: Channel): Promise<void> {
  const today = sql`(now() at time zone 'utc')::date`;
  await db
    .insert(listens)
    .values({ day: today, channel, count: 1 })
    .onConflictDoUpdate({
      target: [listens.day, listens.channel],
      set: { count: sql`${listens.count} + 1` },
    });
}

/** Somebody with an account may have given a verdict before they signed in. */
export type Listener =
  | { user: User; browserKey: string | undefined }
  | { user: null; browserKey: string };

/**
 * Replaces what this account, or this browser before it signed in, said earlier. Throws
 * `Problem('conflict')` while the episode is being made, and `'not_found'` when it is gone.
 */
export async function keepVerdict(
  db: Db,
  { user, browserKey }: Listener,
  { id: podcastId, status }: PodcastRow,
  { right, note }: VerdictRequest,
): Promise<void> {
  if (status === 'processing') {
    throw new Problem('conflict', 'This episode is still being made. Hear it first, then tell us.');
  }
  const isOwn = saidBy(user, browserKey, podcastId);
  await db.transaction(async (tx) => {
    // The lock makes a double tap one verdict, and refuses one on an episode being deleted.
    const [open] = await tx
      .select({ id: podcasts.id })
      .from(podcasts)
      .where(and(eq(podcasts.id, podcastId), eq(podcasts.status, 'completed')))
      .for('no key update');
    if (!open) throw notFound();
    const earlier = await tx.delete(verdicts).where(isOwn).returning({ note: verdicts.note });
    const kept = earlier.find((verdict) => verdict.note !== null)?.note ?? null;
    await tx.insert(verdicts).values({
      podcastId,
      userId: user?.id ?? null,
      browser: user ? null : hashBrowser(podcastId, browserKey),
      isRight: right,
      note: right ? null : (note ?? kept),
    });
  });
}

/** Null when this account or browser has given no verdict. */
export async function verdictOf(
  db: Db,
  user: User | null,
  browserKey: string | undefined,
  podcastId: number,
): Promise<boolean | null> {
  if (!user && !browserKey) return null;
  const [last] = await db
    .select({ isRight: verdicts.isRight })
    .from(verdicts)
    .where(saidBy(user, browserKey, podcastId))
    .orderBy(desc(verdicts.id))
    .limit(1);
  return last?.isRight ?? null;
}

/** One of the two must be there: without both, this would match everybody's verdicts. */
function saidBy(user: User | null, browserKey: string | undefined, podcastId: number) {
  return and(
    eq(verdicts.podcastId, podcastId),
    or(
      user ? eq(verdicts.userId, user.id) : undefined,
      browserKey ? eq(verdicts.browser, hashBrowser(podcastId, browserKey)) : undefined,
    ),
  );
}

function hashBrowser(podcastId: number, browserKey: string): string {
  return createHash('sha256').update(`${podcastId}:${browserKey}`).digest('base64url');
}
