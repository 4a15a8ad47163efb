import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { elsewhere } from './home.ts';
import { readPostmaster, whose } from './postmaster.ts';

const NAMED = 5;

/** A database whose data folder is missing: deleted, renamed, or on an unmounted volume. */
export interface OrphanedDatabase {
  home: string;
  owner: string;
  /** When its server last wrote; null if it was never completed. */
  lastUsed: Date | null;
  pid: number | null;
}

export async function findOrphanedDatabases(root = elsewhere): Promise<OrphanedDatabase[]> {
  const orphans: OrphanedDatabase[] = [];
  for (const name of (await readdir(root).catch(() => [])).sort()) {
    const home = path.join(root, name);
    const dir = await readFile(path.join(home, 'owner'), 'utf8').catch(() => null);
    if (dir === null) continue;
    const pointer = await readFile(path.join(dir, 'elsewhere'), 'utf8').catch(() => null);
    if (pointer === home) continue;
    const data = path.join(home, 'cluster/data');
    const control = await stat(path.join(data, 'global/pg_control')).catch(() => null);
    const server = await readPostmaster(data);
    const runs = server !== null && (await whose(server.pid, data)) === 'ours';
    orphans.push({
      home,
      owner: path.dirname(dir),
      lastUsed: control?.mtime ?? null,
      pid: runs ? server.pid : null,
    });
  }
  return orphans;
}

/** The caller must ask first: an unmounted volume looks the same. */
export async function removeOrphanedDatabase({ home, pid }: OrphanedDatabase): Promise<void> {
  if (pid !== null) throw new Error(`${home} is in use by process ${pid}: end that first.`);
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

export async function describeOrphanedDatabases(root?: string): Promise<string[]> {
  const orphans = await findOrphanedDatabases(root);
  const more = orphans.length - NAMED;
  return [
    ...orphans.slice(0, NAMED).map(describe),
    ...(more > 0 ? [`And ${more} more like it.`] : []),
    ...(orphans.length ? ['`npm run tidy` lists them all, and with --yes deletes them.'] : []),
  ];
}

export function describe({ home, owner, lastUsed, pid }: OrphanedDatabase): string {
  const when = lastUsed ? `last used ${lastUsed.toISOString().slice(0, 10)}` : 'never used';
  const who = pid === null ? '' : `, in use by process ${pid}`;
  return `The database in ${home} (${when}${who}) belonged to ${owner}, which is gone.`;
}
