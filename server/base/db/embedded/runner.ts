import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Empty for the current user. */
export type Runner = { uid: number; gid: number } | Record<string, never>;

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of an existing cluster, else as
 * `postgres`, else as `nobody`. No user is ever created: the machine is not ours to change.
 */
export async function findRunner(data: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(data).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = (await findUser('postgres')) ?? (await findUser('nobody'));
  if (user) return user;
  throw new Error(
    'PostgreSQL cannot run as root and this machine has no user to lend: run as another user, or set DATABASE_URL.',
  );
}

async function findUser(name: string): Promise<Runner | null> {
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, name])).stdout);
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    return null;
  }
}

export async function canEnter(folder: string, runner: Runner): Promise<boolean> {
  if (runner.uid === undefined) return true;
  const { uid, gid, mode } = await stat(folder);
  const shift = uid === runner.uid ? 6 : gid === runner.gid ? 3 : 0;
  if (((mode >> shift) & 1) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || canEnter(parent, runner);
}
