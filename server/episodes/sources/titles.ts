import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { sources } from '../../base/db/tables.ts';
import { areOwn, type Owner } from './owner.ts';

/** In the order of the ids. Leaves out sources that are gone or somebody else's. */
export async function titlesOf(tx: DbOrTx, owner: Owner | null, ids: string[]): Promise<string[]> {
  if (!owner || !ids.length) return [];
  const rows = await tx
    .select({ id: sources.id, title: sources.title })
    .from(sources)
    .where(areOwn(owner, ids));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return [...new Set(ids)].flatMap((id) => titles.get(id) ?? []);
}
