import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'duologue-work-';
/** A process id alone would not do: in a container every start has the same one. */
const OURS = `${PREFIX}${process.pid}-${randomUUID()}-`;

/**
 * Lends `work` an empty folder of its own, and removes it however the work ends. Its name says whose
 * it is, so that a crash leaves nothing for ever.
 */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), OURS));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes that may still be written to the temporary folder. Rejects when it is not there. */
export async function scratchRoom(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}

/**
 * Removes the folders of processes that are no more. Another user's, or a living one's, stay. Where
 * there is no temporary folder there is nothing to remove.
 */
export async function sweepScratch(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0;
    const isEarlier = pid === process.pid && !name.startsWith(OURS);
    if (pid > 0 && (isEarlier || !isAlive(pid))) {
      await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM is somebody else's process, alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
