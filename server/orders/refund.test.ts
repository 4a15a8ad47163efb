import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orders, podcasts } from '../db/tables.ts';
import { aPaidOrder, aPodcast } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, openShop, type Shop } from '../testing/shop.ts';
import { ordersOwedARefund } from './refund.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.paddle.faults.write({}));
afterAll(() => shop.close());

/** A paid order whose episode production has given up. */
async function failedOrder() {
  const buyer = await shop.buyer();
  const { order } = await shop.orders.place(buyer, episode, null);
  const reply = await shop.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  await shop.press('pay', reply.transactionId);
  const paid = await eventually('the order is settled and Paddle is done', async () => {
    const look = await shop.look(order.id);
    const transaction = await shop.payments.find(reply.transactionId);
    return look.podcastId && transaction?.status === 'completed' ? look : null;
  });
  await shop.db
    .update(podcasts)
    .set({ status: 'failed' })
    .where(eq(podcasts.id, paid.podcastId ?? 0));
  return { id: order.id, transactionId: reply.transactionId };
}

const refundsOf = (transactionId: string) =>
  shop.paddle.ledger
    .read()
    .filter((entry) => entry.kind === 'refund' && entry.transactionId === transactionId);

describe('failed episode', () => {
  it('a failed episode is refunded automatically and once, even if several instances notice', async () => {
    const { id, transactionId } = await failedOrder();
    await Promise.all([1, 2, 3].map(() => shop.orders.reconcile()));
    await eventually('the refund is approved', async () => {
      await shop.orders.reconcile();
      return (await shop.look(id)).status === 'refunded';
    });
    expect(refundsOf(transactionId)).toMatchObject([{ cents: 599, orderId: id }]);
  });

  it('a refund is requested again when Paddle could not be reached the first time', async () => {
    const { id, transactionId } = await failedOrder();
    shop.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await shop.orders.reconcile();
    expect(await shop.look(id)).toMatchObject({ status: 'refund_pending', refundId: null });
    expect(refundsOf(transactionId)).toEqual([]);
    shop.paddle.faults.write({});
    await eventually('the refund is approved', async () => {
      await shop.orders.reconcile();
      return (await shop.look(id)).status === 'refunded';
    });
    expect(refundsOf(transactionId)).toHaveLength(1);
  });

  it('an approved refund is found by reconciliation when its webhook was dropped', async () => {
    const { id, transactionId } = await failedOrder();
    shop.paddle.faults.write({ paddle: { drop: 1 } });
    await shop.orders.reconcile();
    expect(await shop.look(id)).toMatchObject({
      status: 'refund_pending',
      refundId: expect.any(String),
    });
    await eventually('Paddle has approved it', async () => refundsOf(transactionId).length === 1);
    expect((await shop.look(id)).status).toBe('refund_pending');
    await Promise.all([shop.orders.reconcile(), shop.orders.recheck(id)]);
    expect(await shop.look(id)).toMatchObject({ status: 'refunded', flag: null });
    expect(refundsOf(transactionId)).toHaveLength(1);
  });
});

it('orders owed a refund are found without reading all the others', async () => {
  const buyer = await shop.buyer();
  const { id: first } = await aPodcast(shop.db);
  await aPaidOrder(shop.db, buyer.id, { podcastId: first });
  const [podcast] = await shop.db.select().from(podcasts).where(eq(podcasts.id, first));
  const [order] = await shop.db.select().from(orders).where(eq(orders.podcastId, first));
  if (!podcast || !order) throw new Error('nothing to copy');
  const numbers = Array.from({ length: 1000 }, (_, n) => `fine-${n}-${first}`);
  const { id: _podcast, letterToken: _secret, ...made } = podcast;
  const copies = await shop.db
    .insert(podcasts)
    .values(numbers.map((name) => ({ ...made, publicId: name, shareToken: name })))
    .returning({ id: podcasts.id });
  const ids = copies.map(({ id }) => id);
  const { id: _order, ...paid } = order;
  await shop.db.insert(orders).values(
    ids.map((podcastId) => {
      const name = `fine-${podcastId}`;
      return { ...paid, podcastId, publicId: name, paddleTransactionId: name };
    }),
  );
  const [failed = 0, missed = 0, begun = 0] = ids;
  const set = (id: number, how: Partial<typeof podcasts.$inferInsert>) =>
    shop.db.update(podcasts).set(how).where(eq(podcasts.id, id));
  await set(failed, { status: 'failed' });
  await set(missed, { status: 'completed', quality: { lengthError: 0.06 } });
  await shop.db.update(orders).set({ status: 'refund_pending' }).where(eq(orders.podcastId, begun));
  await shop.db.execute(sql`vacuum analyze orders, podcasts`);
  await shop.db.transaction(async (tx) => {
    const found = await ordersOwedARefund(tx);
    const theirs = found.filter(({ order }) => order.userId === buyer.id);
    expect(new Set(theirs.map(({ order }) => order.podcastId))).toEqual(
      new Set([begun, failed, missed]),
    );
    const { rows } = await tx.execute<{ read: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as read
        from pg_stat_xact_user_tables where relname = 'orders'`);
    expect(rows[0]?.read).toBeLessThan(100);
  });
});
