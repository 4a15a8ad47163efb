import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { prepareBinaries } from './embedded/binaries.ts';
import { findHome, type Home, makeFolder } from './embedded/home.ts';
import { keepUp, type Reached } from './embedded/keepUp.ts';
import { withLock } from './embedded/lock.ts';
import { describeOrphanedDatabases } from './embedded/orphanedDatabases.ts';
import {
  clearPidFile,
  type Launch,
  launchPostmaster,
  readLogTail,
  readPostmaster,
  stopPostmaster,
  whose,
} from './embedded/postmaster.ts';
import { prepareCluster, superuser } from './embedded/prepareCluster.ts';
import { introduce, isAlone, type Presence } from './embedded/presence.ts';

const database = 'duologue';
const patience = 60_000;
/** Transient failures: a port taken since we chose it, or the last processes of a killed server. */
const passing = /Address already in use|could not bind|pre-existing shared memory|already exists/;

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
  const onProgress = options.onProgress ?? (() => {});
  const dir = await makeFolder(path.resolve(options.dir));
  const lock = path.join(dir, 'lock');
  return withLock(lock, async () => {
    const home = await findHome(dir);
    await reportLocation(home, dir, onProgress);
    const bin = await prepareBinaries(home.spare, home.runner, onProgress);
    const password = await prepareCluster(bin, home, onProgress);
    const launch = { ...home, home: home.dir, bin, settings: options.settings ?? {} };
    const stopping = new AbortController();
    const { signal } = stopping;
    const first = await reach(launch, password, onProgress, signal);
    await createDatabase(first.presence.client);
    let watching = Promise.resolve(first.presence);
    return {
      url: address(first.port, password, database),
      adopted: first.adopted,
      watch(moved) {
        watching = keepUp(first, {
          find: () => withLock(lock, () => reach(launch, password, () => {}, signal)),
          moved: (port) => moved(address(port, password, database)),
          signal,
        });
      },
      stop: once(async () => {
        stopping.abort();
        const presence = await watching;
        await withLock(lock, () => leave(presence, launch, password));
      }),
    };
  });
}

async function reportLocation(
  home: Home,
  dir: string,
  tell: (line: string) => void,
): Promise<void> {
  if (home.dir !== dir) {
    tell(`The database is in ${home.dir}: PostgreSQL's user may not enter ${path.dirname(dir)}.`);
  }
  if (home.runner.uid !== undefined)
    for (const line of await describeOrphanedDatabases()) tell(line);
}

async function reach(
  launch: Launch,
  password: string,
  onProgress: (message: string) => void,
  signal: AbortSignal,
): Promise<Reached> {
  const deadline = Date.now() + patience;
  let child: Awaited<ReturnType<typeof launchPostmaster>> | null = null;
  while (Date.now() < deadline) {
    if (signal.aborted) {
      // Under the lock nobody else can be using the server that we just started.
      child?.kill('SIGINT');
      throw signal.reason;
    }
    const server = await findOurs(launch.data);
    if (server?.status === 'ready') {
      const presence = await introduce(address(server.port, password, 'postgres'), launch.data);
      if (presence === 'moved') await stopPostmaster(launch);
      else if (presence) return { presence, port: server.port, adopted: child === null };
    }
    if (child && hasEnded(child)) {
      await explainEnd(launch.home);
      child = null;
    }
    if (!server && !child) {
      onProgress('Starting PostgreSQL');
      child = await launchPostmaster(launch);
    }
    await sleep(10);
  }
  throw new Error(
    `PostgreSQL in ${launch.data} does not answer:\n${await readLogTail(launch.home)}`,
  );
}

/** Also removes a stale `postmaster.pid`. */
async function findOurs(data: string) {
  const found = await readPostmaster(data);
  if (!found) return null;
  const owner = await whose(found.pid, data);
  // PostgreSQL cleans up after a dead server itself, and checks that none of its processes is left.
  if (owner === 'stranger') await clearPidFile(data);
  return owner === 'ours' ? found : null;
}

function hasEnded(child: { exitCode: number | null; signalCode: string | null }): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function explainEnd(home: string): Promise<void> {
  const tail = await readLogTail(home);
  if (!passing.test(tail)) throw new Error(`PostgreSQL did not start:\n${tail}`);
  await sleep(100);
}

async function createDatabase(client: Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (found.rowCount === 0) await client.query(`create database ${database}`);
}

async function leave(presence: Presence, launch: Launch, password: string): Promise<void> {
  await presence.client.end().catch(() => {});
  const server = await findOurs(launch.data);
  if (!server) return;
  // A new connection, because ours may have been cut. A server that nobody can reach has no users.
  const asking = await introduce(address(server.port, password, 'postgres'), launch.data);
  if (asking === 'moved') return;
  const alone = asking === null || (await isAlone(asking.client));
  await asking?.client.end().catch(() => {});
  if (alone) await stopPostmaster(launch);
}

function address(port: number, password: string, name: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}?sslmode=disable`;
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= act();
    return done;
  };
}
