import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const patience = 120_000;

/** The kernel ends the SQLite lock with the process, however it dies: no lock is ever stale. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const handle = new DatabaseSync(file, { timeout: 0 });
  try {
    await take(handle, file);
    return await work();
  } finally {
    handle.close();
  }
}

async function take(handle: DatabaseSync, file: string): Promise<void> {
  const deadline = Date.now() + patience;
  while (!tryTake(handle)) {
    if (Date.now() > deadline) throw new Error(`Another process has held ${file} for too long.`);
    await sleep(20);
  }
}

function tryTake(handle: DatabaseSync): boolean {
  try {
    handle.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    const SQLITE_BUSY = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
