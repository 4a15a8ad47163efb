import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import type { VerdictRequest } from '#shared/verdictSchema.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { listeningPositions, listens, podcasts, verdicts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { findByToken, findUnfailed, isOwner, notFound } from './episodeAccess.ts';
import { channelOf, type OwnPosition } from './presentPodcast.ts';

/** Players may measure a file as slightly longer than mastering did, s. */
const LEEWAY = 5;

const AGE = sql<number>`extract(epoch from now() - ${listeningPositions.updatedAt})::float`;

/** Where the owners of these episodes are in them. */
export async function ownPositions(
  db: Db,
  podcastIds: number[],
): Promise<Map<number, OwnPosition>> {
  const { podcastId, userId, seconds, playedAt } = listeningPositions;
  const rows = await db
    .select({ podcastId, seconds, playedAt, age: AGE })
    .from(listeningPositions)
    .innerJoin(podcasts, and(eq(podcasts.id, podcastId), eq(podcasts.userId, userId)))
    .where(inArray(podcastId, podcastIds));
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
  const { userId, seconds } = listeningPositions;
  const [row] = await db
    .select({ seconds, age: AGE })
    .from(listeningPositions)
    .where(and(eq(userId, listener.id), eq(listeningPositions.podcastId, podcastId)));
  return row ?? null;
}

/** The newest wins; `playedAt` stays once set. Throws `Problem('invalid')` past the end. */
export async function keepPosition(
  { db }: { db: Db },
  listener: User,
  token: string,
  { seconds, ended }: { seconds: number; ended: boolean },
): Promise<void> {
  const podcast = await findByToken(db, listener, token);
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

/**
 * Keeps neither listener nor episode. Days are UTC, by the clock of the database. Throws
 * `Problem('not_found')` for a failed one, too.
 */
export async function countListen(
  { db }: { db: Db },
  visitor: User | null,
  token: string,
  isEmbedded: boolean,
): Promise<void> {
  const row = await findUnfailed(db, visitor, token);
  const own = channelOf(row, token, isOwner(visitor, row));
  const channel = isEmbedded && own !== 'own' ? 'embed' : own;
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
type Listener = { user: User; browserKey: string | undefined } | { user: null; browserKey: string };

/**
 * Replaces what this account, or this browser before it signed in, said earlier. Throws
 * `Problem('conflict')` while the episode is being made, and `'not_found'` when it is gone.
 */
export async function keepVerdict(
  { db }: { db: Db },
  { user, browserKey }: Listener,
  token: string,
  { right, note }: VerdictRequest,
): Promise<void> {
  const { id: podcastId, status } = await findByToken(db, user, token);
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
