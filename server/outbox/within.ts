import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` comes to; null when that takes longer. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const late = sleep(ms, null, { signal: timer.signal, ref: false }).catch(() => null);
  return Promise.race([work, late]).finally(() => timer.abort());
}
