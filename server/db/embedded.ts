import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { prepareBinaries } from './embedded/binaries.ts';
import { prepareCluster, superuser } from './embedded/cluster.ts';
import { findHome, makeFolder } from './embedded/home.ts';
import { withLock } from './embedded/lock.ts';
import {
  clearPidFile,
  type Launch,
  launchPostmaster,
  readLogTail,
  readPostmaster,
  stopPostmaster,
  whose,
} from './embedded/postmaster.ts';
import { introduce, isAlone } from './embedded/presence.ts';

const database = 'duologue';
const patience = 60_000;
/** Refusals that pass: a port taken since we chose it, a killed server's last processes. */
const passing = /Address already in use|could not bind|pre-existing shared memory|already exists/;

export interface EmbeddedPostgres {
  url: string;
  /** True when the server was running already and was found to be ours. */
  adopted: boolean;
  /** Ends the server, unless another process is using it too. */
  stop(): Promise<void>;
}

/**
 * Starts, or finds running, the PostgreSQL that keeps its data in `dir`. Several processes may
 * share it: each keeps one connection open to show that it does, and the last to stop ends it.
 * `settings` are added to the server's own. Throws one plain sentence when it cannot.
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
    const bin = await prepareBinaries(home.spare, home.runner, onProgress);
    const password = await prepareCluster(bin, home, onProgress);
    const launch = { ...home, home: home.dir, bin, settings: options.settings ?? {} };
    const { presence, port, adopted } = await reach(launch, password, onProgress);
    await createDatabase(presence);
    return {
      url: address(port, password, database),
      adopted,
      stop: once(() => withLock(lock, () => leave(presence, launch))),
    };
  });
}

interface Reached {
  /** An open connection that tells others this process uses the server. */
  presence: Client;
  port: number;
  adopted: boolean;
}

async function reach(
  launch: Launch,
  password: string,
  onProgress: (message: string) => void,
): Promise<Reached> {
  const deadline = Date.now() + patience;
  let child: Awaited<ReturnType<typeof launchPostmaster>> | null = null;
  while (Date.now() < deadline) {
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

/** The running server of this cluster. A record of one that is no longer there is cleared away. */
async function findOurs(data: string) {
  const found = await readPostmaster(data);
  if (!found) return null;
  const owner = await whose(found.pid, data);
  // PostgreSQL itself clears up after a server that is gone, and checks that no part of it lingers.
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

async function leave(presence: Client, launch: Launch): Promise<void> {
  const alone = await isAlone(presence);
  await presence.end().catch(() => {});
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
