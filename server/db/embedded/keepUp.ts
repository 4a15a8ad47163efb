import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../../log.ts';
import type { Presence } from './presence.ts';

export interface Reached {
  presence: Presence;
  port: number;
  /** True when it was running already. */
  adopted: boolean;
}

/** A server that has been up for this long, ms, has not ended at once. */
const LASTING = 60_000;
/** Before the next start of one that has, ms: doubled each time. */
const WAIT = { first: 1_000, longest: 60_000 };

/**
 * Finds or starts the server again whenever our connection to it ends, until the signal; resolves
 * with the connection that was open last. It never gives up: the disk that is full now may have
 * room later, and one start a minute harms nobody.
 */
export async function keepUp(
  first: Reached,
  tools: {
    find(): Promise<Reached>;
    moved(port: number): void;
    signal: AbortSignal;
    waits?: typeof WAIT;
  },
): Promise<Presence> {
  const { find, moved, signal, waits = WAIT } = tools;
  const told = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let current = first;
  let ends = 0;
  for (;;) {
    const since = performance.now();
    await Promise.race([current.presence.gone, told]);
    if (performance.now() - since > LASTING) ends = 0;
    const wait = ends && Math.min(waits.longest, waits.first * 2 ** (ends - 1));
    if (wait && !signal.aborted) {
      log.warn(`PostgreSQL does not stay up; it is started again in ${wait / 1000} s`);
    }
    await sleep(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return current.presence;
    ends += 1;
    try {
      const found = await find();
      log.warn(
        `PostgreSQL was gone; ${found.adopted ? 'it is there again' : 'it was started again'}`,
      );
      if (found.port !== current.port) {
        log.warn(`PostgreSQL is on port ${found.port} now: ${current.port} was taken meanwhile`);
        moved(found.port);
      }
      current = found;
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'PostgreSQL has ended and does not start');
    }
  }
}
