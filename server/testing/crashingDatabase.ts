import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import type { Database } from '../db/open.ts';
import * as tables from '../db/tables.ts';

/** What a caller meets in place of a statement's answer: as if its process had died there. */
class Death extends Error {}

// The driver's own signature is a list of overloads; only its last arguments matter here.
type Query = (...given: unknown[]) => unknown;

/**
 * A database in front of which processes die: before or after a statement, whenever `dies` says
 * so. What was begun and not committed is rolled back, as the server does when a client is gone.
 */
export function crashingDatabase(url: string, dies: () => boolean): Database {
  class FrailClient extends Client {
    override query = ((...given: unknown[]) => {
      const ask = super.query.bind(this) as unknown as Query;
      const [what] = given;
      const text = typeof what === 'string' ? what : (what as { text: string }).text;
      // The first words and the last: a pool would never get back a client whose `begin` failed.
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
