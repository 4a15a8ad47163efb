import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';

/** Written whatever becomes of a request: its count, and what instances tell each other by the clock. */
const FLEETING = ['rate_limits', 'speech_shares', 'instances', 'circuit_breakers', 'job_leases'];

/** Count and checksum of each table, to see whether anything was written meanwhile. */
export async function openSnapshots(db: Db): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !FLEETING.includes(name));
  if (!names.includes('orders')) throw new Error('there are no tables to look at');
  const sums = names.map((name) => {
    // A session's time is renewed by whoever uses it.
    const row = name === 'session' ? sql`t.sid || t.sess::text` : sql`t::text`;
    return sql`select ${name} as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as sum from ${sql.identifier(name)} t`;
  });
  const all = sql.join(sums, sql` union all `);
  return async () => {
    const { rows } = await db.execute<{ name: string; sum: string }>(all);
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  };
}
