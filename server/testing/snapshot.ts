import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Tables written whatever a request's outcome: rate limits and the instances' coordination. */
const VOLATILE = [
  'rate_limits',
  'script_calls',
  'script_rate_limits',
  'speech_shares',
  'instances',
  'circuit_breakers',
  'job_leases',
];

/** The returned function reads count and checksum of each table, to detect writes. */
export async function openSnapshots(pool: Pool): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => name).filter((name) => !VOLATILE.includes(name));
  if (!names.includes('orders')) throw new Error('there are no tables');
  const sums = names.map((name) => {
    // Each use of a session extends its expiry.
    const row = name === 'session' ? 't.sid || t.sess::text' : 't::text';
    return `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) as sum from "${name}" t`;
  });
  // Prepared, because planning so many tables takes longer than reading them.
  const all = { name: 'snapshot', text: sums.join(' union all ') };
  return async () => {
    const { rows } = await pool.query<{ name: string; sum: string }>(all);
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  };
}

/**
 * The returned function restores the tables that have changed since, so that one seeded cast serves
 * tests that delete it.
 */
export async function keepTables(pool: Pool): Promise<() => Promise<void>> {
  const snapshot = await openSnapshots(pool);
  const kept = await snapshot();
  const names = Object.keys(kept);
  // PostgreSQL computes generated columns itself and takes no value for them.
  const { rows } = await pool.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
     from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  );
  const columns = new Map(rows.map(({ name, columns }) => [name, columns]));
  const schema = `"kept ${randomUUID()}"`;
  const copies = names.map((name) => `create table ${schema}."${name}" as table public."${name}"`);
  await pool.query([`create schema ${schema}`, ...copies].join('; '));
  return async () => {
    const now = await snapshot();
    const changed = names.filter((name) => now[name] !== kept[name]);
    if (!changed.length) return;
    const back = changed.map((name) => {
      const all = columns.get(name);
      return `delete from public."${name}"; insert into public."${name}" (${all}) select ${all} from ${schema}."${name}"`;
    });
    // One transaction. In the role of a replica it neither checks foreign keys nor cascades.
    await pool.query(
      `begin; set local session_replication_role = replica; ${back.join('; ')}; commit`,
    );
  };
}
