import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { log } from '../kit/log.ts';

/** The pause before a lost connection is reopened, ms, doubled each time. */
const PATIENCE = { first: 250, longest: 5_000 };
/** How often a quiet connection is checked, and how long a reply may take, ms. */
const PULSE = 30_000;
const DEADLINE = 10_000;

export interface NotificationHandler {
  notice(payload: string): void;
  /** Called at every connection, the first included: what was sent before it was not heard. */
  missed(): void;
}

/**
 * Hears `pg_notify` on a channel over a connection of its own: a pooled one would be handed to
 * somebody else. Reopens a lost one until `close`.
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
