import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, Pool } from 'pg';
import { log } from '../kit/log.ts';
import * as tables from './tables.ts';

export type Db = NodePgDatabase<typeof tables>;
export type DbOrTx = Db | Parameters<Parameters<Db['transaction']>[0]>[0];

export interface Database {
  pool: Pool;
  db: Db;
  close(): Promise<void>;
}

/** Timeout for a new connection, ms: what listens on the port may not be PostgreSQL. */
const PATIENCE = 10_000;

/** Limits only connecting; the pool's own timeout includes the wait for a free connection. */
class PatientClient extends Client {
  constructor(config: ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: PATIENCE });
  }
}

/** The migrations must have been applied. */
export function openDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, max: 10, Client: PatientClient });
  // Without listeners, a lost connection would end the process. The pool emits errors of idle ones
  // only; one in use between a transaction's queries needs its own listener.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.warn(`a database connection was lost: ${message}`));
  });
  return { pool, db: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
