import type { Pool } from 'pg';

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
