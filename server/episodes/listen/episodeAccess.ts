import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, ne, notInArray, or, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { newToken } from '../../base/db/newToken.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { PodcastRow } from '../log/lease.ts';

export const notFound = () => new Problem('not_found', 'There is no such episode');

export const isOpen = and(
  notInArray(podcasts.status, ['deleted', 'preview']),
  eq(podcasts.withheld, false),
);

export const isOwnersOpen = (owner: User, publicId: string) =>
  and(eq(podcasts.publicId, publicId), eq(podcasts.userId, owner.id), isOpen);

/**
 * Anybody may open an episode by a token; the public id, which storage keys reveal, is for its
 * owner only. Throws `Problem('not_found')`, and `'expired'` for the token of a replaced feed.
 */
export async function findByToken(
  db: Db,
  visitor: User | null,
  token: string,
): Promise<PodcastRow> {
  if (token.includes('.')) return findByEnclosure(db, token);
  const secret = or(eq(podcasts.shareToken, token), eq(podcasts.emailToken, token));
  const [row] = await db
    .select()
    .from(podcasts)
    .where(and(or(secret, eq(podcasts.publicId, token)), isOpen));
  if (!row || (row.publicId === token && !isOwner(visitor, row))) throw notFound();
  return row;
}

/** Throws also `Problem('not_found')` for a failed one. */
export async function findUnfailed(
  db: Db,
  visitor: User | null,
  token: string,
): Promise<PodcastRow> {
  const row = await findByToken(db, visitor, token);
  if (row.status === 'failed') throw notFound();
  return row;
}

async function findByEnclosure(db: Db, token: string): Promise<PodcastRow> {
  const [publicId = ''] = token.split('.');
  const [found] = await db
    .select({ podcast: podcasts, feedToken: users.feedToken })
    .from(podcasts)
    .innerJoin(users, eq(users.id, podcasts.userId))
    .where(and(eq(podcasts.publicId, publicId), isOpen));
  if (!found) throw notFound();
  const { podcast, feedToken } = found;
  const expected = feedToken === null ? null : Buffer.from(enclosureToken(podcast, feedToken));
  const given = Buffer.from(token);
  if (expected?.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new Problem('expired', 'This feed has a new address now');
  }
  return podcast;
}

export function isOwner(visitor: User | null, { userId }: PodcastRow): boolean {
  return visitor !== null && userId === visitor.id;
}

/** Derived from the feed's and the email's tokens, and changes with either. */
export function enclosureToken(
  { publicId, emailToken }: Pick<PodcastRow, 'publicId' | 'emailToken'>,
  feedToken: string,
): string {
  const signature = createHmac('sha256', feedToken).update(emailToken).digest('base64url');
  return `${publicId}.${signature}`;
}

/** Revokes the share, email and feed tokens: only the owner's session still opens the episode. */
export async function endLinks(tx: DbOrTx, podcastId: number | null): Promise<void> {
  if (podcastId === null) return;
  const [ended] = await tx
    .update(podcasts)
    .set({ shareToken: newToken(), emailToken: newToken(), isSample: false })
    .where(and(eq(podcasts.id, podcastId), ne(podcasts.status, 'deleted')))
    .returning({ owner: podcasts.userId });
  if (!ended?.owner) return;
  // Changes the feed's Last-Modified.
  await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, ended.owner));
}

/** The link in an email to an episode; null until the episode is finished. */
export async function emailedLink(
  tx: DbOrTx,
  podcastId: number | null,
  publicUrl: string,
): Promise<string | null> {
  if (podcastId === null) return null;
  const [finished] = await tx
    .select({ token: podcasts.emailToken })
    .from(podcasts)
    .where(and(eq(podcasts.id, podcastId), eq(podcasts.status, 'completed')));
  return finished ? `${publicUrl}/listen?episode=${finished.token}` : null;
}
