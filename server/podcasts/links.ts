import { createHmac } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/user.ts';
import type { DbOrTx } from '../db/open.ts';
import { podcasts, users } from '../db/tables.ts';
import { newToken } from '../db/tokens.ts';
import type { PodcastRow } from './lease.ts';

/**
 * What stands for an episode in its owner's feed: another one for another feed address, and after
 * `endLinks`. Derived, so that no row has to be written for an address of each episode.
 */
export function enclosureToken(
  { publicId, emailToken }: Pick<PodcastRow, 'publicId' | 'emailToken'>,
  feedToken: string,
): string {
  const seal = createHmac('sha256', feedToken).update(emailToken).digest('base64url');
  return `${publicId}.${seal}`;
}

/**
 * Ends every address of an episode that was ever given away: the link to share, the letter's and the
 * feed's. Only the owner's session still opens it, and hands out new ones.
 */
export async function endLinks(tx: DbOrTx, podcastId: number | null): Promise<void> {
  if (podcastId === null) return;
  const [ended] = await tx
    .update(podcasts)
    .set({ shareToken: newToken(), emailToken: newToken(), isSample: false })
    .where(and(eq(podcasts.id, podcastId), ne(podcasts.status, 'deleted')))
    .returning({ owner: podcasts.userId });
  if (!ended?.owner) return;
  // The feed is another one now, which its readers see by this time.
  await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, ended.owner));
}

/**
 * A new link to share for an episode of this owner; the one before leads nowhere from now on. The
 * letter and the feed keep their own. Throws `Problem('not_found')`.
 */
export async function replaceLink(
  tx: DbOrTx,
  owner: User,
  { id }: PodcastRow,
): Promise<PodcastRow> {
  const [row] = await tx
    .update(podcasts)
    .set({ shareToken: newToken() })
    .where(and(eq(podcasts.id, id), eq(podcasts.userId, owner.id), ne(podcasts.status, 'deleted')))
    .returning();
  if (!row) throw new Problem('not_found', 'There is no such episode');
  return row;
}
