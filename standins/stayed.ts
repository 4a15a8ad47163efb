import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

/** Waits, and tells whether the client is still there afterwards. */
export async function stayed(res: Response, milliseconds: number): Promise<boolean> {
  // A timer takes a millisecond at the least, which a stream of tokens would wait for each time.
  if (milliseconds > 1) {
    const gone = new AbortController();
    const leave = () => gone.abort();
    res.once('close', leave);
    await wait(milliseconds, undefined, { signal: gone.signal }).catch(() => undefined);
    res.off('close', leave);
  }
  return !isGone(res);
}

export const isGone = (res: Response): boolean => res.destroyed || res.closed;
