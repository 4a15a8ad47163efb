import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 120_000;
const SQLITE_BUSY = 5;

/** The kernel ends the SQLite lock with the process, however it dies: no lock is ever stale. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  using handle = new DatabaseSync(file, { timeout: 0 });
  const deadline = Date.now() + PATIENCE;
  while (!tryTake(handle)) {
    if (Date.now() > deadline) throw new Error(`Another process has held ${file} for too long.`);
    await sleep(20);
  }
  return await work();
}

function tryTake(handle: DatabaseSync): boolean {
  try {
    handle.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
