import { and, eq, inArray } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { PodcastStatus } from '#shared/episode.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { type podcastLines, podcasts } from '../../base/db/tables.ts';

export type PodcastRow = typeof podcasts.$inferSelect;
export type Patch = PgUpdateSetSource<typeof podcasts>;
export type LineRow = typeof podcastLines.$inferSelect;

/** Another worker has acquired the episode, or its owner deleted it: stop, and write nothing. */
export class LeaseLost extends Error {
  constructor(podcastId: number) {
    super(`the lease on podcast ${podcastId} was lost`);
    this.name = 'LeaseLost';
  }
}

/**
 * An episode as one worker holds it. `podcast.lease` is the fencing token: acquiring the episode
 * raises it, and every write names it, so that a worker with an older one writes nothing more.
 */
export interface LeasedEpisode {
  readonly podcast: PodcastRow;
  readonly lines: LineRow[];
}

/** Matches an episode in production, or a preview, while its fencing token is still ours. */
export const underLease = ({ podcast: { id, lease } }: LeasedEpisode) =>
  and(
    eq(podcasts.id, id),
    eq(podcasts.lease, lease),
    inArray(podcasts.status, ['processing', 'preview']),
  );

/** Throws `LeaseLost`, which rolls back whatever else the transaction has written. */
export async function updateUnderLease(
  tx: DbOrTx,
  work: LeasedEpisode,
  patch: Patch,
): Promise<PodcastRow> {
  const [held] = await tx.update(podcasts).set(patch).where(underLease(work)).returning();
  if (!held) throw new LeaseLost(work.podcast.id);
  return held;
}

export function statusOf({ status }: Pick<PodcastRow, 'status'>): PodcastStatus {
  if (status === 'preview') throw new Error('a preview was about to be shown as an episode');
  return status;
}
