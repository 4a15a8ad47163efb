import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

/** Resolves with whether the client is still connected. */
export async function waitWhileConnected(res: Response, milliseconds: number): Promise<boolean> {
  // A timer takes at least a millisecond, which would slow down a stream of tokens.
  if (milliseconds > 1) {
    const closed = new AbortController();
    const abort = () => closed.abort();
    res.once('close', abort);
    await wait(milliseconds, undefined, { signal: closed.signal }).catch(() => undefined);
    res.off('close', abort);
  }
  return !hasDisconnected(res);
}

export const hasDisconnected = (res: Response): boolean => res.destroyed || res.closed;
