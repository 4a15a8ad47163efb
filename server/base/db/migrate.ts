import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { codeOf, log } from '../kit/log.ts';
import type { Db } from './openDatabase.ts';
import * as tables from './tables.ts';

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations');
/** An arbitrary advisory lock that all instances share: its holder migrates, the others wait. */
const migrationLock = 7_313_002;
/** ms: a database's failover takes a minute or two, and giving up would only restart us. */
const PATIENCE = 300_000;
/** SQLSTATEs and system errors of a database that may be up soon. */
const passing = ['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ETIMEDOUT'];

/** Decides whether a database is for us. Both run under our lock. */
interface Mode {
  /** Throws one sentence if it is not; nothing has been changed by then. */
  refuse(db: Db): Promise<void>;
  /** Runs after the migrations. */
  note(db: Db): Promise<void>;
}

/**
 * Safe to run from several instances at once. Waits up to `patience` ms for a database that is
 * away. Throws one plain sentence when it stays away or refuses us, and what `mode` throws.
 */
export async function migrate(
  url: string,
  { patience = PATIENCE, mode }: { patience?: number; mode?: Mode } = {},
): Promise<void> {
  const client = await connect(url, Date.now() + patience);
  const db = drizzle(client, { schema: tables });
  try {
    // drizzle takes no lock: without ours, all but one of several first starts would fail.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await mode?.refuse(db);
    await applyMigrations(db, { migrationsFolder });
    await prepareQueue(client);
    await mode?.note(db);
  } finally {
    // The lock ends with its connection.
    await client.end();
  }
}

/** A database ahead of us is fine: in a deployment the newer instance migrates first. */
export function openPendingMigrations(db: Db): () => Promise<void> {
  const newest = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  return async () => {
    // In drizzle's table `created_at` is the migration's own time, ms.
    const { rows } = await db.execute<{ applied: string | null }>(
      sql`select max(created_at) as applied from drizzle.__drizzle_migrations`,
    );
    if (Number(rows[0]?.applied ?? 0) < newest) throw new Error('a migration has not been applied');
  };
}

async function prepareQueue(client: Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

async function connect(url: string, deadline: number): Promise<Client> {
  for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const fault = unreachable(url, error);
      const isPassing = passing.includes(codeOf(error)) || /timeout/.test(String(error));
      if (!isPassing || Date.now() + wait > deadline) throw fault;
      log.warn(`${fault.message}; trying again`);
      await sleep(wait);
    }
  }
}

/** Names the server but not the password. */
function unreachable(url: string, cause: unknown): Error {
  const { hostname, port, pathname } = new URL(url);
  // `localhost` has two addresses: if neither answers, the error is an aggregate without a message.
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const reason = first instanceof Error ? first.message : String(first);
  const server = `${hostname}:${port || 5432}${pathname}`;
  return new Error(`The database at ${server} cannot be used: ${reason}`, { cause });
}
