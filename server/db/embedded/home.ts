import { randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { killPostmaster } from './postmaster.ts';
import { canEnter, findRunner, type Runner } from './runner.ts';

/** Where a data folder that PostgreSQL's user cannot enter (a project under /root) keeps its cluster. */
export const elsewhere = '/var/lib/duologue';

export interface Home {
  /** Holds `cluster/` and the log. */
  dir: string;
  /** The cluster proper, PostgreSQL's data directory. */
  data: string;
  runner: Runner;
  /** A folder that the runner can read, for programs it cannot read where they are. */
  spare: string;
}

/** Makes the folder if need be and says in which place, and as whom, its cluster runs. */
export async function findHome(dir: string): Promise<Home> {
  const pointer = path.join(dir, 'elsewhere');
  const moved = await readFile(pointer, 'utf8').catch(() => null);
  if (moved && (await isOwner(moved, dir))) return homeIn(moved);

  const home = await homeIn(dir);
  if ((await exists(home.data)) || (await canEnter(dir, home.runner))) return home;

  // One that is there already for a folder of this name stays: this may be the empty place of a
  // volume that is not mounted.
  const made = path.join(elsewhere, randomUUID());
  await mkdir(made, { recursive: true });
  // Whatever this process's own umask: PostgreSQL's user must pass through both.
  for (const folder of [elsewhere, made]) await chmod(folder, 0o755);
  // In this order it never looks as if its folder were gone.
  await writeFile(pointer, made);
  await writeFile(path.join(made, 'owner'), dir);
  return homeIn(made);
}

/** The folder as its real path: two ways to the same folder must meet in one lock and one name. */
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

/** A copied data folder carries its original's pointer; the cluster stays the original's. */
async function isOwner(home: string, dir: string): Promise<boolean> {
  const ownerFile = path.join(home, 'owner');
  const owner = await readFile(ownerFile, 'utf8').catch(() => null);
  if (owner === null) return false;
  if (owner === dir) return true;
  if (await exists(path.join(owner, 'elsewhere'))) return false;
  // The folder was moved, and this is its new name.
  await writeFile(ownerFile, dir);
  return true;
}

/** Ends the server in this home without ceremony and deletes everything. */
async function removeHome(home: string): Promise<void> {
  await killPostmaster(path.join(home, 'cluster/data'));
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends what runs in this folder and deletes its cluster, wherever that is: for tests, never for a user's data. */
export async function discardEmbeddedPostgres(dir: string): Promise<void> {
  const moved = await readFile(path.join(dir, 'elsewhere'), 'utf8').catch(() => null);
  if (moved) await removeHome(moved);
  await removeHome(dir);
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
