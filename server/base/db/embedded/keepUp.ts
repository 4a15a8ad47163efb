import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { log } from '../../kit/log.ts';

/** An open connection, which shows other processes that this one uses the server. */
export interface Presence {
  client: Client;
  gone: Promise<void>;
}

export interface Reached extends Presence {
  port: number;
  adopted: boolean;
}

/** A server that ran at least this long did not fail at startup, ms. */
const LASTING = 60_000;
/** The wait before restarting one that did, ms, doubled each time. */
const WAIT = { first: 1_000, longest: 60_000 };

/** Resolves with the last server reached. Never gives up: a full disk may have space later. */
export async function keepUp(
  first: Reached,
  tools: {
    find(): Promise<Reached>;
    moved(port: number): void;
    signal: AbortSignal;
    waits?: typeof WAIT;
  },
): Promise<Reached> {
  const { find, moved, signal, waits = WAIT } = tools;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  let current = first;
  let ends = 0;
  for (;;) {
    const since = performance.now();
    await Promise.race([current.gone, aborted]);
    if (performance.now() - since > LASTING) ends = 0;
    const wait = ends && Math.min(waits.longest, waits.first * 2 ** (ends - 1));
    if (wait && !signal.aborted) {
      log.warn(`PostgreSQL does not stay up; it is started again in ${wait / 1000} s`);
    }
    await sleep(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return current;
    ends += 1;
    try {
      const { port } = current;
      current = await find();
      log.warn(
        `PostgreSQL was gone; ${current.adopted ? 'it is there again' : 'it was started again'}`,
      );
      if (current.port === port) continue;
      log.warn(`PostgreSQL is on port ${current.port} now: ${port} was taken meanwhile`);
      moved(current.port);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'PostgreSQL has stopped and does not start');
    }
  }
}
