import { and, eq, ne } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/guard.ts';
import type { DbOrTx } from '../db/open.ts';
import { podcasts } from '../db/tables.ts';
import { newToken } from '../db/tokens.ts';
import type { PodcastRow } from './lease.ts';

/** Whoever was given a link can hear the episode no more; its owner can. */
export async function endLinks(tx: DbOrTx, podcastId: number | null): Promise<void> {
  if (podcastId === null) return;
  await tx
    .update(podcasts)
    .set({ shareToken: newToken(), isSample: false })
    .where(and(eq(podcasts.id, podcastId), ne(podcasts.status, 'deleted')));
}

/**
 * A new link for an episode of this owner; the one before leads nowhere from now on. Throws
 * `Problem('not_found')`.
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
