import { sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';

/** Tables written independently of a request's outcome: rate limits and the instances' coordination. */
const VOLATILE = [
  'rate_limits',
  'script_calls',
  'script_rate_limits',
  'speech_shares',
  'instances',
  'circuit_breakers',
  'job_leases',
];

/** Count and checksum of each table, to detect writes. */
export async function openSnapshots(db: Db): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !VOLATILE.includes(name));
  if (!names.includes('orders')) throw new Error('there are no tables');
  const sums = names.map((name) => {
    // Each use of a session extends its expiry.
    const row = name === 'session' ? sql`t.sid || t.sess::text` : sql`t::text`;
    return sql`select ${name} as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as sum from ${sql.identifier(name)} t`;
  });
  const all = sql.join(sums, sql` union all `);
  return async () => {
    const { rows } = await db.execute<{ name: string; sum: string }>(all);
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  };
}
