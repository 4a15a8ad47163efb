import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describeOrphanedDatabases, findHome, makeFolder } from './embedded/home.ts';
import { keepUp, type Presence, type Reached } from './embedded/keepUp.ts';
import { withLock } from './embedded/lock.ts';
import {
  type Cluster,
  findServer,
  launchPostmaster,
  readLogTail,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { prepareBinaries, prepareCluster, SUPERUSER } from './embedded/prepareCluster.ts';

const DATABASE = 'duologue';
const PATIENCE = 60_000;
/** Transient failures: a port taken since we chose it, or the last processes of a killed server. */
const PASSING = /Address already in use|could not bind|pre-existing shared memory|already exists/;

export interface EmbeddedPostgres {
  url: string;
  adopted: boolean;
  /** Restarts the server whenever it ends. `moved` gets the new address if its port was taken. */
  watch(moved: (url: string) => void): void;
  /** Stops the server unless another process still uses it. */
  stop(): Promise<void>;
}

/**
 * Starts the server with its data in `dir`, or joins it if it runs. Each process that shares it
 * keeps a connection open to show that it does; the last to stop shuts it down. Errors are one
 * plain sentence.
 */
export async function startEmbeddedPostgres(options: {
  dir: string;
  settings?: Record<string, string>;
  onProgress?(message: string): void;
}): Promise<EmbeddedPostgres> {
  const { settings = {}, onProgress = () => {} } = options;
  const dir = await makeFolder(path.resolve(options.dir));
  const locked = <T>(work: () => Promise<T>) => withLock(path.join(dir, 'lock'), work);
  return locked(async () => {
    const home = await findHome(dir);
    if (home.dir !== dir) {
      onProgress(
        `The database is in ${home.dir}: PostgreSQL's user may not enter ${path.dirname(dir)}.`,
      );
    }
    if (home.runner.uid !== undefined) {
      for (const line of await describeOrphanedDatabases()) onProgress(line);
    }
    const bin = await prepareBinaries(home.spare, home.runner, onProgress);
    const password = await prepareCluster(bin, home, onProgress);
    const cluster = { ...home, bin, password, settings };
    const stopping = new AbortController();
    const { signal } = stopping;
    const first = await reach(cluster, onProgress, signal);
    await createDatabase(first.client);
    let watching = Promise.resolve(first);
    let stopped: Promise<void> | null = null;
    return {
      url: addressOf(cluster, first.port),
      adopted: first.adopted,
      watch(moved) {
        watching = keepUp(first, {
          find: () => locked(() => reach(cluster, () => {}, signal)),
          moved: (port) => moved(addressOf(cluster, port)),
          signal,
        });
      },
      stop() {
        stopping.abort();
        stopped ??= watching.then((last) => locked(() => leave(last, cluster)));
        return stopped;
      },
    };
  });
}

async function reach(
  cluster: Cluster,
  onProgress: (message: string) => void,
  signal: AbortSignal,
): Promise<Reached> {
  const deadline = Date.now() + PATIENCE;
  let child: Awaited<ReturnType<typeof launchPostmaster>> | null = null;
  while (Date.now() < deadline) {
    if (signal.aborted) {
      // Under the lock nobody else can be using the server that we just started.
      child?.kill('SIGINT');
      throw signal.reason;
    }
    const server = await findServer(cluster.data);
    if (server?.status === 'ready') {
      const presence = await introduce(cluster, server.port);
      if (presence === 'moved') await stopPostmaster(cluster);
      else if (presence) return { ...presence, port: server.port, adopted: child === null };
    }
    if (child && (child.exitCode ?? child.signalCode) !== null) {
      const tail = await readLogTail(cluster.dir);
      if (!PASSING.test(tail)) throw new Error(`PostgreSQL did not start:\n${tail}`);
      await sleep(100);
      child = null;
    }
    if (!server && !child) {
      onProgress('Starting PostgreSQL');
      child = await launchPostmaster(cluster);
    }
    await sleep(10);
  }
  const tail = await readLogTail(cluster.dir);
  throw new Error(`PostgreSQL in ${cluster.data} does not answer:\n${tail}`);
}

/** The `application_name` of such a connection: a process has others, too. */
const SIGN = 'duologue presence';

/**
 * Another program may have the port by now. `moved` is our own server whose folder was renamed.
 * Null if it does not answer yet or is not ours.
 */
async function introduce(cluster: Cluster, port: number): Promise<Presence | 'moved' | null> {
  const client = new Client({
    connectionString: addressOf(cluster, port, 'postgres'),
    application_name: SIGN,
    connectionTimeoutMillis: 5_000,
  });
  // The server may end before us; the next query reports it.
  client.on('error', () => {});
  const gone = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const named = await realpath(rows[0]?.data_directory ?? '').catch(() => null);
    if (named === (await realpath(cluster.data))) return { client, gone };
    await client.end();
    return 'moved';
  } catch {
    await client.end().catch(() => {});
    return null;
  }
}

async function createDatabase(client: Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
}

async function leave({ client }: Presence, cluster: Cluster): Promise<void> {
  await client.end().catch(() => {});
  const server = await findServer(cluster.data);
  if (!server) return;
  // A new connection, because ours may have been cut. A server that nobody can reach has no users.
  const asking = await introduce(cluster, server.port);
  if (asking === 'moved') return;
  const alone = asking === null || (await isAlone(asking.client));
  await asking?.client.end().catch(() => {});
  if (alone) await stopPostmaster(cluster);
}

/** Waits up to 500 ms: our own connection takes a moment to disappear after it ends. */
async function isAlone(client: Client): Promise<boolean> {
  const others = `select 1 from pg_stat_activity
    where application_name = $1 and pid <> pg_backend_pid() limit 1`;
  const deadline = Date.now() + 500;
  while ((await client.query(others, [SIGN])).rowCount) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

function addressOf({ password }: Cluster, port: number, name = DATABASE): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${name}?sslmode=disable`;
}
