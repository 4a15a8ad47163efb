import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/postgres.ts';
import { migrationsFolder } from './migrate.ts';

/* Money as an earlier version kept it, and what the migration that brought `adjustments` makes of it. */

let client: Client;
let home: Awaited<ReturnType<typeof testDatabase>>;
let before: string;
const name = `money_${process.pid}`;
beforeAll(async () => {
  home = await testDatabase();
  await home.pool.query(`create database ${name}`);
  const url = new URL(home.url);
  url.pathname = `/${name}`;
  client = new Client({ connectionString: url.href });
  await client.connect();
  before = await mkdtemp(path.join(tmpdir(), 'duologue-migrations-'));
  await cp(migrationsFolder, before, { recursive: true });
  const journal = path.join(before, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const ours = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_money'));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, ours) }));
  await applyMigrations(drizzle(client), { migrationsFolder: before });
  await client.query(`
    insert into podcasts (id, public_id, share_token, title, topic, tone, style, duration, voice1_id,
      voice1_name, voice2_id, voice2_name, email, status, withheld)
    select id, 'p' || id, 's' || id, '', '', '', '', 10, '', '', '', '', '', status, withheld
    from (values (1, 'failed', false), (2, 'failed', false), (3, 'completed', true),
      (4, 'failed', false), (5, 'completed', true), (6, 'completed', false)) as of(id, status, withheld)`);
  await client.query(`
    insert into orders (id, public_id, topic, tone, style, duration, voice1_id, voice1_name, voice2_id,
      voice2_name, email, list_price, total, status, podcast_id, paddle_transaction_id, paid_at,
      refund_id, refund_reason, charged_back, flag)
    select id, 'o' || id, '', '', '', 10, '', '', '', '', '', 399, 399, status, id, 'txn_' || id, now(),
      refund_id, reason, charged_back, flag
    from (values
      (1, 'paid', 'adj_foreign', null, false, 'Paddle reports a refund rejected'),
      (2, 'paid', 'adj_ours', 'failed', false, 'Paddle reports a refund rejected'),
      (3, 'paid', null, null, true, 'Paddle reports a chargeback'),
      (4, 'refund_pending', null, 'failed', false, null),
      (5, 'paid', null, null, true, null),
      (6, 'refund_pending', 'adj_asked', 'support', false, null)
    ) as of(id, status, refund_id, reason, charged_back, flag)`);
  const told = (id: string, order: number, action: string, status: string) =>
    JSON.stringify({ data: { id, transaction_id: `txn_${order}`, action, type: 'full', status } });
  for (const [n, payload] of [
    told('adj_foreign', 1, 'refund', 'pending_approval'),
    told('adj_foreign', 1, 'refund', 'rejected'),
    told('adj_ours', 2, 'refund', 'rejected'),
    told('adj_bank', 3, 'chargeback', 'reversed'),
    told('adj_bank', 3, 'chargeback', 'approved'),
  ].entries()) {
    await client.query(
      `insert into payment_events (event_id, type, occurred_at, payload)
       values ($1, 'adjustment.updated', now(), $2)`,
      [`evt_${n}`, payload],
    );
  }
  await applyMigrations(drizzle(client), { migrationsFolder });
});
afterAll(async () => {
  await client.end();
  await home.pool.query(`drop database ${name} with (force)`);
  await home.close();
  await rm(before, { recursive: true, force: true });
});

async function order(id: number) {
  const { rows } = await client.query('select * from orders where id = $1', [id]);
  return rows[0];
}
const adjustments = async (id: number) =>
  (await client.query('select * from adjustments where transaction_id = $1', [`txn_${id}`])).rows;

test('after the migration a refund that others began and Paddle rejected stops no refund of ours', async () => {
  expect(await order(1)).toMatchObject({ status: 'paid', refund_id: null, refund_reason: null });
  expect(await adjustments(1)).toMatchObject([{ status: 'rejected', is_ours: false }]);
});

test('after the migration a refund of ours that Paddle had rejected waits for a person', async () => {
  expect(await order(2)).toMatchObject({
    status: 'refund_pending',
    refund_id: null,
    refund_due_at: null,
    flag: 'Paddle reports a refund rejected',
    flags: [{}, { reason: 'Paddle has refused the refund: a person must give it back' }],
  });
  expect(await adjustments(2)).toMatchObject([{ status: 'rejected', is_ours: true }]);
});

test('after the migration a chargeback that was won gives the episode back, and one that stands does not', async () => {
  expect([await order(3), await order(5)]).toMatchObject([
    { charged_back: false },
    { charged_back: true },
  ]);
  const { rows } = await client.query(
    'select id, withheld from podcasts where id in (3, 5) order by id',
  );
  expect(rows.map(({ withheld }) => withheld)).toEqual([false, true]);
  expect(await adjustments(5)).toMatchObject([{ action: 'chargeback', status: 'approved' }]);
});

test('after the migration refunds under way go on', async () => {
  expect(await order(4)).toMatchObject({
    status: 'refund_pending',
    refund_due_at: expect.any(Date),
  });
  expect(await order(6)).toMatchObject({ refund_id: 'adj_asked', refund_due_at: null });
  expect(await adjustments(6)).toMatchObject([{ status: 'pending_approval', is_ours: true }]);
});
