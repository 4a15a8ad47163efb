import type { DbOrTx } from '../db/open.ts';
import { podcasts } from '../db/tables.ts';
import { newToken } from '../db/tokens.ts';

type Draft = Omit<
  typeof podcasts.$inferInsert,
  'id' | 'publicId' | 'shareToken' | 'title' | 'status' | 'stage'
>;

/**
 * Makes the row of an episode that has been paid for, or of a first demo; its title is the topic
 * until it has a better one.
 */
export async function draftPodcast(
  tx: DbOrTx,
  draft: Draft,
): Promise<{ id: number; publicId: string }> {
  const [row] = await tx
    .insert(podcasts)
    .values({ ...draft, title: draft.topic, publicId: newToken(), shareToken: newToken() })
    .returning({ id: podcasts.id, publicId: podcasts.publicId });
  if (!row) throw new Error('the database returned no row for a new podcast');
  return row;
}
