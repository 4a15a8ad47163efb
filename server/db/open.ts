import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
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

/** Connects to a database whose migrations have been applied. */
export function openDatabase(url: string): Database {
  const pool = new Pool({ connectionString: url, max: 10 });
  // Without a listener an idle client's end (a restarted server) would end the process too.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  return { pool, db: drizzle(pool, { schema: tables }), close: () => pool.end() };
}
