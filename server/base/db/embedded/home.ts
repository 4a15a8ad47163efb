import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { findRunner, findServer, type Home, killPostmaster, type Runner } from './postmaster.ts';

/** For the cluster if PostgreSQL's user cannot enter the data folder (a project under /root). */
const elsewhere = '/var/lib/duologue';

/** Makes a home elsewhere if PostgreSQL's user cannot enter `dir`. */
export async function findHome(dir: string): Promise<Home> {
  const moved = await readPointer(dir);
  if (moved && (await isOwner(moved, dir))) return homeIn(moved);

  const home = await homeIn(dir);
  if (existsSync(home.data) || (await canEnter(dir, home.runner))) return home;

  // Always a new folder: `dir` may be the empty mount point of a volume that has its own cluster.
  const made = path.join(elsewhere, randomUUID());
  await fs.mkdir(made, { recursive: true });
  // Whatever the umask: PostgreSQL's user must be able to pass through both.
  for (const folder of [elsewhere, made]) await fs.chmod(folder, 0o755);
  // In this order the cluster never appears to have lost its folder.
  await fs.writeFile(pointerIn(dir), made);
  await fs.writeFile(path.join(made, 'owner'), dir);
  return homeIn(made);
}

async function homeIn(dir: string): Promise<Home> {
  const data = path.join(dir, 'cluster/data');
  const runner = await findRunner(data);
  return { dir, data, runner, spare: runner.uid === undefined ? dir : elsewhere };
}

const pointerIn = (dir: string) => path.join(dir, 'elsewhere');

/** The home of the data folder's cluster; null if it is in the folder itself. */
const readPointer = (dir: string) => fs.readFile(pointerIn(dir), 'utf8').catch(() => null);

/** The data folder of a home elsewhere. */
const readOwner = (home: string) => fs.readFile(path.join(home, 'owner'), 'utf8').catch(() => null);

/** A copied data folder has its original's pointer; the cluster remains the original's. */
async function isOwner(home: string, dir: string): Promise<boolean> {
  const owner = await readOwner(home);
  if (owner === null || owner === dir) return owner === dir;
  if (existsSync(pointerIn(owner))) return false;
  await fs.writeFile(path.join(home, 'owner'), dir);
  return true;
}

export async function canEnter(folder: string, runner: Runner): Promise<boolean> {
  if (runner.uid === undefined) return true;
  const { uid, gid, mode } = await fs.stat(folder);
  const shift = uid === runner.uid ? 6 : gid === runner.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || canEnter(parent, runner);
}

/** Returns the real path, so that different paths to the folder share one lock and one name. */
export async function makeFolder(dir: string): Promise<string> {
  try {
    const made = await fs.mkdir(dir, { recursive: true, mode: 0o755 });
    if (made) await fs.chmod(dir, 0o755);
    await fs.access(dir, fs.constants.W_OK);
    return await fs.realpath(dir);
  } catch (error) {
    throw new Error(
      `The folder ${dir} cannot be written by this user: run as its owner, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** For tests, never for a user's data: deletes the cluster, wherever it is. */
export async function discardEmbeddedPostgres(dir: string): Promise<void> {
  const moved = await readPointer(dir);
  for (const home of moved ? [moved, dir] : [dir]) {
    await killPostmaster(path.join(home, 'cluster/data'));
    await fs.rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const NAMED = 5;

/** A database whose data folder is missing: deleted, renamed, or on an unmounted volume. */
interface OrphanedDatabase {
  home: string;
  owner: string;
  /** When its server last wrote; null if it was never completed. */
  lastUsed: Date | null;
  pid: number | null;
}

export async function findOrphanedDatabases(root = elsewhere): Promise<OrphanedDatabase[]> {
  const orphans: OrphanedDatabase[] = [];
  for (const name of (await fs.readdir(root).catch(() => [])).sort()) {
    const home = path.join(root, name);
    const dir = await readOwner(home);
    if (dir === null || (await readPointer(dir)) === home) continue;
    const data = path.join(home, 'cluster/data');
    const control = await fs.stat(path.join(data, 'global/pg_control')).catch(() => null);
    const lastUsed = control?.mtime ?? null;
    const pid = (await findServer(data))?.pid ?? null;
    orphans.push({ home, owner: path.dirname(dir), lastUsed, pid });
  }
  return orphans;
}

/** The caller must ask first: an unmounted volume looks the same. */
export async function removeOrphanedDatabase({ home, pid }: OrphanedDatabase): Promise<void> {
  if (pid !== null) throw new Error(`${home} is in use by process ${pid}: end that first.`);
  await fs.rm(home, { recursive: true, force: true, maxRetries: 5 });
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
