import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/**
 * Connects and asks the server who it is: another program may have the port by now. `moved` is our
 * own server whose folder was renamed under it. Null: it does not answer yet, or not to us.
 */
export async function introduce(url: string, data: string): Promise<Client | 'moved' | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The server may end before us; whoever queries it then learns so.
  client.on('error', () => {});
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    const named = await realpath(answer.rows[0]?.data_directory ?? '').catch(() => null);
    if (named === (await realpath(data))) return client;
    await client.end();
    return 'moved';
  } catch {
    await client.end().catch(() => {});
    return null;
  }
}

/** Our own connections, just closed, take a moment to be gone; another process's stay. */
export async function isAlone(client: Client): Promise<boolean> {
  const others = `select 1 from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
  const deadline = Date.now() + 500;
  try {
    while ((await client.query(others)).rowCount) {
      if (Date.now() > deadline) return false;
      await sleep(20);
    }
    return true;
  } catch {
    return false;
  }
}
