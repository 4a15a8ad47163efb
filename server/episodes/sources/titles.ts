import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { sources } from '../../base/db/tables.ts';
import { areOwn, type Owner } from './owner.ts';

/** The titles of these, in the order of the ids; those of others and those that are gone are left out. */
export async function titlesOf(tx: DbOrTx, owner: Owner | null, ids: string[]): Promise<string[]> {
  if (!owner || !ids.length) return [];
  const rows = await tx
    .select({ id: sources.id, title: sources.title })
    .from(sources)
    .where(areOwn(owner, ids));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return [...new Set(ids)].flatMap((id) => titles.get(id) ?? []);
}
