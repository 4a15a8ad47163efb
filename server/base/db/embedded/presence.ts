import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** An open connection, which shows other processes that this one uses the server. */
export interface Presence {
  client: Client;
  gone: Promise<void>;
}

/** The `application_name` of such a connection: a process has others, too. */
const sign = 'duologue presence';

/**
 * Another program may have the port by now. `moved` is our own server whose folder was renamed.
 * Null if it does not answer yet or is not ours.
 */
export async function introduce(url: string, data: string): Promise<Presence | 'moved' | null> {
  const client = new Client({
    connectionString: url,
    application_name: sign,
    connectionTimeoutMillis: 5_000,
  });
  // The server may end before us; the next query reports it.
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

/** Waits up to 500 ms: our own connection takes a moment to disappear after it ends. */
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
