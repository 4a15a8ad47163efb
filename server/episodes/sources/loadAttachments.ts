import { inArray } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { sources } from '../../base/db/tables.ts';

type AttachedDocument = Pick<
  typeof sources.$inferSelect,
  'id' | 'kind' | 'url' | 'title' | 'site' | 'published' | 'language' | 'text' | 'words'
>;

/** In the order of the ids. Leaves out those that are gone. */
export async function loadAttachments(db: DbOrTx, ids: string[]): Promise<AttachedDocument[]> {
  if (!ids.length) return [];
  const { id, kind, url, title, site, published, language, text, words } = sources;
  const rows = await db
    .select({ id, kind, url, title, site, published, language, text, words })
    .from(sources)
    .where(inArray(id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}
