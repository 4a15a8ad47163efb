import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Preview } from '#shared/previews.ts';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts, previews } from '../../base/db/tables.ts';
import { type Found, type PreviewRow, presentPreview } from './presentPreview.ts';

export const notFound = () => new Problem('not_found', 'This preview is no longer there');

export async function findRow(tx: DbOrTx, id: string): Promise<Found> {
  const [found] = await tx
    .select({ preview: previews, podcast: podcasts })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(and(eq(previews.id, id), eq(podcasts.status, 'preview')));
  if (!found) throw notFound();
  return found;
}

/** A preview that was deleted, or failed without a text, has no hash. */
export async function findByHash(tx: DbOrTx, contentHash: string): Promise<PreviewRow | null> {
  const [found] = await tx.select().from(previews).where(eq(previews.contentHash, contentHash));
  return found ?? null;
}

/** Throws `Problem('not_found')`. */
export async function findPreview(tx: DbOrTx, id: string, minutes?: number): Promise<Preview> {
  const found = await findRow(tx, id);
  const lines = await tx
    .select()
    .from(podcastLines)
    .where(
      and(
        eq(podcastLines.podcastId, found.podcast.id),
        inArray(podcastLines.state, ['read', 'spoken']),
      ),
    )
    .orderBy(asc(podcastLines.position));
  return presentPreview(found, lines, minutes ?? found.podcast.duration);
}
