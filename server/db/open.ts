import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig, Pool } from 'pg';
import { log } from '../log.ts';
import * as tables from './tables.ts';

export type Db = NodePgDatabase<typeof tables>;
/** A database or an open transaction on it: whoever only reads and writes rows takes this. */
export type DbOrTx = Db | Parameters<Parameters<Db['transaction']>[0]>[0];

export interface Database {
  pool: Pool;
  db: Db;
  close(): Promise<void>;
}

/** How long a server may take to answer a new connection, ms: what has its port may be no PostgreSQL. */
const PATIENCE = 10_000;

/** With a limit for connecting alone: the pool's own one would count the wait for a free connection. */
class PatientClient extends Client {
  constructor(config: ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: PATIENCE });
  }
}

/** Connects to a database whose migrations have been applied. */
export function openDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, max: 10, Client: PatientClient });
  // Without listeners the end of a connection (a restarted server) would end the process too: the
  // pool hears of idle ones; one that is lent out, between two queries of a transaction, is heard
  // by nobody, and its next query fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', ({ message }) => log.warn(`a database connection was lost: ${message}`));
  });
  return { pool, db: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
