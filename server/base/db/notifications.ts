import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { log } from '../kit/log.ts';

/** How long a lost connection is waited for before it is opened again, ms: doubled each time. */
const PATIENCE = { first: 250, longest: 5_000 };
/** How often a quiet connection is asked whether it is still there, and how long it may think, ms. */
const PULSE = 30_000;
const DEADLINE = 10_000;

export interface NotificationHandler {
  notice(payload: string): void;
  /** The connection is there, for the first time or again: what was told before then was not heard. */
  missed(): void;
}

/**
 * Hears what any instance tells on a channel of the database (`pg_notify`), over one connection
 * beside the pool's: a pooled one would be handed to somebody else. A lost one is opened again
 * until `close`.
 */
export function openNotifications(
  pool: Pool,
  channel: string,
  handler: NotificationHandler,
): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  let wait = PATIENCE.first;

  async function listen(): Promise<void> {
    const client = new Client({
      connectionString: pool.options.connectionString,
      connectionTimeoutMillis: DEADLINE,
      query_timeout: DEADLINE,
      keepAlive: true,
    });
    const lost = Promise.withResolvers<unknown>();
    client.on('error', lost.resolve);
    client.on('end', () => lost.resolve(null));
    signal.addEventListener('abort', lost.resolve);
    client.on('notification', ({ payload }) => handler.notice(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      wait = PATIENCE.first;
      handler.missed();
      const pulse = setInterval(() => client.query('select 1').catch(lost.resolve), PULSE);
      await lost.promise;
      clearInterval(pulse);
    } finally {
      signal.removeEventListener('abort', lost.resolve);
      await client.end().catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listen().catch((error) => log.warn({ err: error }, 'not listening to the database'));
      await sleep(wait, undefined, { signal }).catch(() => {});
      wait = Math.min(wait * 2, PATIENCE.longest);
    }
  }

  const listening = keepListening();
  return {
    async close() {
      closing.abort();
      await listening;
    },
  };
}
