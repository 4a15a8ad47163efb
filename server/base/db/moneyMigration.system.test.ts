import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore } from '../../testing/postgres.ts';

/* Money as an earlier version kept it, and what the migration that brought `adjustments` makes of it. */

let database: Awaited<ReturnType<typeof databaseBefore>>;
beforeAll(async () => {
  database = await databaseBefore('money');
  const { pool } = database;
  await pool.query(`
    insert into podcasts (id, public_id, share_token, title, topic, tone, style, duration, voice1_id,
      voice1_name, voice2_id, voice2_name, email, status, withheld)
    select id, 'p' || id, 's' || id, '', '', '', '', 10, '', '', '', '', '', status, withheld
    from (values (1, 'failed', false), (2, 'failed', false), (3, 'completed', true),
      (4, 'failed', false), (5, 'completed', true), (6, 'completed', false)) as of(id, status, withheld)`);
  await pool.query(`
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
  const event = (id: string, order: number, action: string, status: string) =>
    JSON.stringify({ data: { id, transaction_id: `txn_${order}`, action, type: 'full', status } });
  for (const [n, payload] of [
    event('adj_foreign', 1, 'refund', 'pending_approval'),
    event('adj_foreign', 1, 'refund', 'rejected'),
    event('adj_ours', 2, 'refund', 'rejected'),
    event('adj_bank', 3, 'chargeback', 'reversed'),
    event('adj_bank', 3, 'chargeback', 'approved'),
  ].entries()) {
    await pool.query(
      `insert into payment_events (event_id, type, occurred_at, payload)
       values ($1, 'adjustment.updated', now(), $2)`,
      [`evt_${n}`, payload],
    );
  }
  await database.migrate();
});
afterAll(() => database.close());

async function order(id: number) {
  const { rows } = await database.pool.query('select * from orders where id = $1', [id]);
  return rows[0];
}
const adjustments = async (id: number) =>
  (await database.pool.query('select * from adjustments where transaction_id = $1', [`txn_${id}`]))
    .rows;

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
  const { rows } = await database.pool.query(
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
