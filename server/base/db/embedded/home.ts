import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { killPostmaster } from './postmaster.ts';
import { canEnter, findRunner, type Runner } from './runner.ts';

/** For the cluster if PostgreSQL's user cannot enter the data folder (a project under /root). */
export const elsewhere = '/var/lib/duologue';

export interface Home {
  dir: string;
  data: string;
  runner: Runner;
  /** A folder that the runner can read, for programs it cannot read in place. */
  spare: string;
}

/** Makes a home elsewhere if PostgreSQL's user cannot enter `dir`. */
export async function findHome(dir: string): Promise<Home> {
  const pointer = path.join(dir, 'elsewhere');
  const moved = await readFile(pointer, 'utf8').catch(() => null);
  if (moved && (await isOwner(moved, dir))) return homeIn(moved);

  const home = await homeIn(dir);
  if (existsSync(home.data) || (await canEnter(dir, home.runner))) return home;

  // Always a new folder: `dir` may be the empty mount point of a volume that has its own cluster.
  const made = path.join(elsewhere, randomUUID());
  await mkdir(made, { recursive: true });
  // Whatever the umask: PostgreSQL's user must be able to pass through both.
  for (const folder of [elsewhere, made]) await chmod(folder, 0o755);
  // In this order the cluster never appears to have lost its folder.
  await writeFile(pointer, made);
  await writeFile(path.join(made, 'owner'), dir);
  return homeIn(made);
}

/** Returns the real path, so that different paths to the folder share one lock and one name. */
export async function makeFolder(dir: string): Promise<string> {
  try {
    const made = await mkdir(dir, { recursive: true, mode: 0o755 });
    if (made) await chmod(dir, 0o755);
    await access(dir, constants.W_OK);
    return await realpath(dir);
  } catch (error) {
    throw new Error(
      `The folder ${dir} cannot be written by this user: run as its owner, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function homeIn(dir: string): Promise<Home> {
  const data = path.join(dir, 'cluster/data');
  const runner = await findRunner(data);
  return { dir, data, runner, spare: runner.uid === undefined ? dir : elsewhere };
}

/** A copied data folder has its original's pointer; the cluster remains the original's. */
async function isOwner(home: string, dir: string): Promise<boolean> {
  const ownerFile = path.join(home, 'owner');
  const owner = await readFile(ownerFile, 'utf8').catch(() => null);
  if (owner === null) return false;
  if (owner === dir) return true;
  if (existsSync(path.join(owner, 'elsewhere'))) return false;
  await writeFile(ownerFile, dir);
  return true;
}

async function removeHome(home: string): Promise<void> {
  await killPostmaster(path.join(home, 'cluster/data'));
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** For tests, never for a user's data: deletes the cluster, wherever it is. */
export async function discardEmbeddedPostgres(dir: string): Promise<void> {
  const moved = await readFile(path.join(dir, 'elsewhere'), 'utf8').catch(() => null);
  if (moved) await removeHome(moved);
  await removeHome(dir);
}
