import { createHmac } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { newToken } from '../../base/db/newToken.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import type { PodcastRow } from '../log/lease.ts';

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
