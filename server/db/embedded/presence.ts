import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** An open connection that tells other processes that this one uses the server. */
export interface Presence {
  client: Client;
  /** Resolves when the connection has ended, whoever ended it. */
  gone: Promise<void>;
}

/** What such a connection is called, for a process has others that mean nothing. */
const sign = 'duologue presence';

/**
 * Connects and asks the server who it is: another program may have the port by now. `moved` is our
 * own server whose folder was renamed under it. Null: it does not answer yet, or not to us.
 */
export async function introduce(url: string, data: string): Promise<Presence | 'moved' | null> {
  const client = new Client({
    connectionString: url,
    application_name: sign,
    connectionTimeoutMillis: 5_000,
  });
  // The server may end before us; whoever queries it then learns so.
  client.on('error', () => {});
  const gone = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    const named = await realpath(answer.rows[0]?.data_directory ?? '').catch(() => null);
    if (named === (await realpath(data))) return { client, gone };
    await client.end();
    return 'moved';
  } catch {
    await client.end().catch(() => {});
    return null;
  }
}

/** Our own presence, just ended, takes a moment to be gone; another process's stays. */
export async function isAlone(client: Client): Promise<boolean> {
  const others = `select 1 from pg_stat_activity
    where application_name = $1 and pid <> pg_backend_pid() limit 1`;
  const deadline = Date.now() + 500;
  while ((await client.query(others, [sign])).rowCount) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
