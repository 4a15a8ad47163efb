import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RefundReason } from '#shared/order.ts';
import { hasDebt } from '../base/db/debts.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { orders, podcasts, users } from '../base/db/tables.ts';
import { aPaidOrder, aPodcast } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { transactionEvent } from '../testing/paddleEvents.ts';
import { findRefundsDue } from './refund.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness();
});
afterEach(() => harness.paddle.faults.write({}));
afterAll(() => harness.close());

/** A paid order whose episode is being made, and that Paddle has the money of. */
async function paidOrder() {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, episode);
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  await harness.press('pay', reply.transactionId);
  const paid = await eventually('the order is settled and Paddle is done', async () => {
    const look = await harness.find(order.id);
    const transaction = await harness.payments.find(reply.transactionId);
    return look.podcastId && transaction?.status === 'completed' ? look : null;
  });
  const { podcastId } = paid;
  return { buyer, id: order.id, podcastId: podcastId ?? 0, transactionId: reply.transactionId };
}
type Sale = Awaited<ReturnType<typeof paidOrder>>;

const become = ({ podcastId }: Sale, how: Partial<typeof podcasts.$inferInsert>) =>
  harness.db.update(podcasts).set(how).where(eq(podcasts.id, podcastId));

/** A paid order whose episode production has given up. */
async function failedOrder() {
  const sale = await paidOrder();
  await become(sale, { status: 'failed' });
  return sale;
}

/** A refund or chargeback that others than we begin at Paddle; resolves with its id. */
const begunThere = ({ transactionId }: Sale, what: string) => harness.adjust(transactionId, what);

/** Reconciles until the order is as it should be. */
const becomes = (id: string, wanted: Partial<Awaited<ReturnType<typeof harness.find>>>) =>
  eventually(`the order to be ${JSON.stringify(wanted)}`, async () => {
    await harness.orders.reconcile();
    const now = await harness.find(id);
    return Object.entries(wanted).every(([name, value]) => now[name as 'id'] === value) && now;
  });

const refundsOf = (transactionId: string) =>
  harness.paddle.purchaseLog
    .read()
    .filter((entry) => entry.kind === 'refund' && entry.transactionId === transactionId);

describe('failed episode', () => {
  it('a failed episode is refunded automatically and once, even if several instances notice', async () => {
    const { id, transactionId } = await failedOrder();
    await Promise.all([1, 2, 3].map(() => harness.orders.reconcile()));
    await eventually('the refund is approved', async () => {
      await harness.orders.reconcile();
      return (await harness.find(id)).status === 'refunded';
    });
    expect(refundsOf(transactionId)).toMatchObject([{ cents: 599, orderId: id }]);
  });

  it('a refund is requested again when Paddle could not be reached the first time', async () => {
    const { id, transactionId } = await failedOrder();
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await harness.orders.reconcile();
    expect(await harness.find(id)).toMatchObject({ status: 'refund_pending', refundId: null });
    expect(refundsOf(transactionId)).toEqual([]);
    harness.paddle.faults.write({});
    await eventually('the refund is approved', async () => {
      await harness.orders.reconcile();
      return (await harness.find(id)).status === 'refunded';
    });
    expect(refundsOf(transactionId)).toHaveLength(1);
  });

  it('an approved refund is found by reconciliation when its webhook was dropped', async () => {
    const { id, transactionId } = await failedOrder();
    harness.paddle.faults.write({ paddle: { drop: 1 } });
    await harness.orders.reconcile();
    expect(await harness.find(id)).toMatchObject({
      status: 'refund_pending',
      refundId: expect.any(String),
    });
    await eventually('Paddle has approved it', async () => refundsOf(transactionId).length === 1);
    expect((await harness.find(id)).status).toBe('refund_pending');
    await Promise.all([harness.orders.reconcile(), harness.orders.recheck(id)]);
    expect(await harness.find(id)).toMatchObject({ status: 'refunded', flag: null });
    expect(refundsOf(transactionId)).toHaveLength(1);
  });
});

/** Reconciles until Paddle has taken a refund; resolves with its id. */
const asked = ({ id }: Sale) =>
  eventually('Paddle to be asked', async () => {
    await harness.orders.reconcile();
    return (await harness.find(id)).refundId;
  });

describe('rejected refund', () => {
  const reasons: [string, (sale: Sale) => Promise<unknown>, RefundReason][] = [
    ['could not be made', (sale) => become(sale, { status: 'failed' }), 'failed'],
    [
      'missed its length',
      (sale) => become(sale, { status: 'completed', quality: { lengthError: 0.07 } }),
      'length',
    ],
    [
      'was kept waiting for a day',
      ({ id }) =>
        harness.db
          .update(orders)
          .set({ paidAt: sql`now() - interval '25 hours'` })
          .where(eq(orders.publicId, id)),
      'failed',
    ],
  ];
  it.each(reasons)(
    'a rejected refund that others began does not stop the refund of an episode that %s',
    async (_what, happen, refundReason) => {
      const sale = await paidOrder();
      await harness.decide(await begunThere(sale, 'refund'), 'reject');
      await becomes(sale.id, { status: 'paid', flag: 'Paddle reports a refund rejected' });
      await happen(sale);
      await harness.decide(await asked(sale), 'approve');
      await becomes(sale.id, { status: 'refunded', refundReason });
      expect(refundsOf(sale.transactionId)).toHaveLength(1);
    },
  );

  it('an episode whose refund is owed cannot be deleted until it is promised, even after another refund was rejected', async () => {
    const sale = await failedOrder();
    await harness.decide(await begunThere(sale, 'refund'), 'reject');
    await eventually('the rejection to be heard', async () => (await harness.find(sale.id)).flag);
    expect(await hasDebt(harness.db, [sale.podcastId])).toBe(true);
    // Nor does another that waits promise anything yet.
    await begunThere(sale, 'refund');
    await eventually('it to be heard', async () => (await harness.find(sale.id)).refundId);
    expect(await hasDebt(harness.db, [sale.podcastId])).toBe(true);
  });

  it('a refund of ours that Paddle rejects is requested again after an hour, a day and three days, then the order is flagged', async () => {
    const sale = await failedOrder();
    const hours: number[] = [];
    for (let refusals = 1; refusals <= 4; refusals++) {
      await harness.decide(await asked(sale), 'reject');
      const { refundDueAt } = await becomes(sale.id, { refundId: null, status: 'refund_pending' });
      // Not before its time.
      await harness.orders.reconcile();
      expect((await harness.find(sale.id)).refundId).toBeNull();
      if (refundDueAt) hours.push(Math.round((refundDueAt.getTime() - Date.now()) / 3_600_000));
      await makeDue(sale);
    }
    expect(hours).toEqual([1, 24, 72]);
    const given = await harness.find(sale.id);
    expect(given).toMatchObject({ status: 'refund_pending', refundDueAt: null });
    expect(given.flags.map(({ reason }) => reason)).toContain(
      'Paddle has refused the refund 4 times: a person must give it back',
    );
    // Who has looked may have it asked for once more, counted afresh.
    await harness.db.transaction((tx) => harness.orders.beginRefund(tx, sale.id));
    await harness.decide(await asked(sale), 'approve');
    await becomes(sale.id, { status: 'refunded', refundReason: 'failed' });
    expect(refundsOf(sale.transactionId)).toHaveLength(1);
  });

  it('a refund that was approved and reversed later is asked for again', async () => {
    const sale = await failedOrder();
    const refundId = await asked(sale);
    await harness.decide(refundId, 'approve');
    await becomes(sale.id, { status: 'refunded' });
    await harness.decide(refundId, 'reverse');
    const { refundDueAt } = await becomes(sale.id, { status: 'refund_pending', refundId: null });
    expect(refundDueAt?.getTime()).toBeGreaterThan(Date.now());
  });

  const makeDue = ({ id }: Sale) =>
    harness.db
      .update(orders)
      .set({ refundDueAt: sql`now()` })
      .where(and(eq(orders.publicId, id), isNotNull(orders.refundDueAt)));
});

it('a purchase that settles while another is being refunded keeps the free episode', async () => {
  const first = await paidOrder();
  const { order } = await harness.orders.place(first.buyer, episode);
  const reply = await harness.orders.checkout(first.buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const refunding = harness.db.transaction(async (tx) => {
    await harness.orders.beginRefund(tx, first.id);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  await harness.press('pay', reply.transactionId);
  await eventually('the second to be settled, or to wait for the first', async () => {
    const { rows } = await harness.db.execute(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0 || (await harness.find(order.id)).status === 'paid';
  });
  held.resolve();
  await refunding;
  await eventually(
    'the second to be paid',
    async () => (await harness.find(order.id)).status === 'paid',
  );
  const [account] = await harness.db.select().from(users).where(eq(users.id, first.buyer.id));
  expect(account?.hasMadeFirstPurchase).toBe(true);
});

it('several purchases of one buyer that settle at once are all settled', async () => {
  const { buyer } = await paidOrder();
  const sales = [];
  for (let n = 0; n < 5; n++) {
    const { order } = await harness.orders.place(buyer, episode);
    const reply = await harness.orders.checkout(buyer, order.id);
    if ('transactionId' in reply) sales.push({ id: order.id, ...reply });
  }
  const events = sales.map((sale) => {
    const { data, ...event } = transactionEvent(sale, 'completed');
    return harness.payments.rereadEvent({ ...event, data });
  });
  await Promise.all(events.map((event) => harness.orders.receiveEvent(event)));
  for (const { id } of sales) expect((await harness.find(id)).status).toBe('paid');
});

it('orders owed a refund are found without reading all the others', async () => {
  // How the others ended is not counted: a few in so small a table make it cheaper to read it all.
  await harness.db.update(podcasts).set({ status: 'deleted' });
  const buyer = await harness.buyer();
  const { id: first } = await aPodcast(harness.db);
  await aPaidOrder(harness.db, buyer.id, { podcastId: first });
  const [podcast] = await harness.db.select().from(podcasts).where(eq(podcasts.id, first));
  const [order] = await harness.db.select().from(orders).where(eq(orders.podcastId, first));
  if (!podcast || !order) throw new Error('nothing to copy');
  const numbers = Array.from({ length: 1000 }, (_, n) => `fine-${n}-${first}`);
  const { id: _podcast, emailToken: _secret, ...made } = podcast;
  const copies = await harness.db
    .insert(podcasts)
    .values(numbers.map((name) => ({ ...made, publicId: name, shareToken: name })))
    .returning({ id: podcasts.id });
  const ids = copies.map(({ id }) => id);
  const { id: _order, ...paid } = order;
  await harness.db.insert(orders).values(
    ids.map((podcastId) => {
      const name = `fine-${podcastId}`;
      return { ...paid, podcastId, publicId: name, paddleTransactionId: name };
    }),
  );
  const [failed = 0, missed = 0, begun = 0] = ids;
  const set = (id: number, how: Partial<typeof podcasts.$inferInsert>) =>
    harness.db.update(podcasts).set(how).where(eq(podcasts.id, id));
  await set(failed, { status: 'failed' });
  await set(missed, { status: 'completed', quality: { lengthError: 0.06 } });
  await harness.db
    .update(orders)
    .set({ status: 'refund_pending', refundReason: 'failed', refundDueAt: sql`now()` })
    .where(eq(orders.podcastId, begun));
  await harness.db.execute(sql`vacuum analyze orders, podcasts`);
  await harness.db.transaction(async (tx) => {
    // Counts of the transactions just before stand in it as well, until they are flushed.
    const before = await rowsRead(tx);
    const found = await findRefundsDue(tx);
    const read = (await rowsRead(tx)) - before;
    const theirs = found.filter(({ order }) => order.userId === buyer.id);
    expect(new Set(theirs.map(({ order }) => order.podcastId))).toEqual(
      new Set([begun, failed, missed]),
    );
    expect(read).toBeLessThan(100);
  });
});

/** Rows of orders that this connection has read, as far as it has not yet told the server. */
async function rowsRead(tx: DbOrTx): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_user_tables where relname = 'orders'`);
  return rows[0]?.read ?? 0;
}
