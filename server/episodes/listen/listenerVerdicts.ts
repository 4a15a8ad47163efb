import { createHash } from 'node:crypto';
import { and, desc, eq, or } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { VerdictRequest } from '#shared/verdictSchema.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcasts, verdicts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { PodcastRow } from '../log/lease.ts';
import { notFound } from './episodeAccess.ts';

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
