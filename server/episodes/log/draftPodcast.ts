import { newToken } from '../../base/db/newToken.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts } from '../../base/db/tables.ts';

type Row = typeof podcasts.$inferInsert;
type Draft = Omit<Row, 'id' | 'publicId' | 'shareToken' | 'title'> & Partial<Pick<Row, 'title'>>;

/** The title is the topic until there is a better one. */
export async function draftPodcast(
  tx: DbOrTx,
  draft: Draft,
): Promise<{ id: number; publicId: string }> {
  const [row] = await tx
    .insert(podcasts)
    .values({ title: draft.topic, ...draft, publicId: newToken(), shareToken: newToken() })
    .returning({ id: podcasts.id, publicId: podcasts.publicId });
  if (!row) throw new Error('the database returned no row for a new podcast');
  return row;
}
