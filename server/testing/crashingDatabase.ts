import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import type { Database } from '../base/db/openDatabase.ts';
import * as tables from '../base/db/tables.ts';

/** Thrown instead of a statement's result, as if the process had died there. */
class Death extends Error {}

// The driver's signature has many overloads; only the last arguments matter here.
type Query = (...given: unknown[]) => unknown;

/**
 * Clients crash before or after a statement whenever `dies` returns true. Open transactions are
 * rolled back, as the server does when a client is gone.
 */
export function crashingDatabase(url: string, dies: () => boolean): Database {
  class FrailClient extends Client {
    override query = ((...given: unknown[]) => {
      const ask = super.query.bind(this) as unknown as Query;
      const [what] = given;
      const text = typeof what === 'string' ? what : (what as { text: string }).text;
      // Not at `begin` and `rollback`: a pool never gets back a client whose `begin` failed.
      if (/^(begin|rollback)/.test(text) || !dies()) return ask(...given);
      const death = new Death(text.slice(0, 60));
      const callback = given.at(-1);
      const isDone = dies();
      if (typeof callback !== 'function') {
        return isDone ? (ask(...given) as Promise<unknown>).then(() => die(death)) : die(death);
      }
      const end = () => callback(death);
      return isDone ? ask(...given.slice(0, -1), end) : setImmediate(end);
    }) as unknown as Client['query'];
  }
  const pool = new Pool({ connectionString: url, max: 10, Client: FrailClient });
  pool.on('error', () => {});
  return { pool, db: drizzle(pool, { schema: tables }), close: () => pool.end() };
}

function die(death: Death): Promise<never> {
  return Promise.reject(death);
}
