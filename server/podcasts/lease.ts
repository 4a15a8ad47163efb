import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '../db/open.ts';
import { type podcastLines, podcasts } from '../db/tables.ts';

export type PodcastRow = typeof podcasts.$inferSelect;
/** New values of an episode's row, or expressions over the old ones. */
export type Patch = PgUpdateSetSource<typeof podcasts>;
export type LineRow = typeof podcastLines.$inferSelect;

/** Another worker has taken the episode (or its owner deleted it): stop, and write nothing more. */
export class LeaseLost extends Error {
  constructor(podcastId: number) {
    super(`the lease on podcast ${podcastId} was lost`);
    this.name = 'LeaseLost';
  }
}

/** The one worker that may write to this episode, for as long as its lease is the newest. */
export interface LeasedEpisode {
  readonly podcast: PodcastRow;
  readonly lines: LineRow[];
}

/** The row of an episode in production whose lease is still ours. */
export const underLease = ({ podcast: { id, lease } }: LeasedEpisode) =>
  and(eq(podcasts.id, id), eq(podcasts.lease, lease), eq(podcasts.status, 'processing'));

/**
 * Changes that row, and resolves with it as it is then. Throws `LeaseLost`, which rolls back whatever
 * else the transaction has written.
 */
export async function updateUnderLease(
  tx: DbOrTx,
  work: LeasedEpisode,
  patch: Patch,
): Promise<PodcastRow> {
  const [held] = await tx.update(podcasts).set(patch).where(underLease(work)).returning();
  if (!held) throw new LeaseLost(work.podcast.id);
  return held;
}
