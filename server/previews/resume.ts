import { and, eq } from 'drizzle-orm';
import type { Stage } from '#shared/episode.ts';
import type { DbOrTx } from '../db/open.ts';
import { podcasts } from '../db/tables.ts';
import type { PreviewTools } from './tools.ts';

/** Has a preview at rest worked on again; one that is being worked on goes on by itself. */
export async function resume(
  { queue }: Pick<PreviewTools, 'queue'>,
  tx: DbOrTx,
  podcastId: number,
  stage: Stage,
): Promise<void> {
  await tx
    .update(podcasts)
    .set({ stage, failure: null })
    .where(
      and(eq(podcasts.id, podcastId), eq(podcasts.status, 'preview'), eq(podcasts.stage, 'queued')),
    );
  await queue.enqueue(tx, podcastId, { for: 'preview' });
}
