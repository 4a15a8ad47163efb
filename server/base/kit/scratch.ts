import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeOf } from './log.ts';

const PREFIX = 'duologue-work-';
/** Random, because in a container every start has the same process id. */
const OURS = `${PREFIX}${process.pid}-${randomUUID()}-`;

/** The folder's name holds the process id, so that a later start can remove what a crash left. */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), OURS));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rejects when the temporary folder does not exist. */
export async function scratchBytesFree(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}

/** Removes the folders of processes that have ended, except other users'. */
export async function sweepScratch(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    const isEarlier = pid === process.pid && !name.startsWith(OURS);
    if (pid > 0 && (isEarlier || !isAlive(pid))) {
      await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: a live process of another user.
    return codeOf(error) === 'EPERM';
  }
}
