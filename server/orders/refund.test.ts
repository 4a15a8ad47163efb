import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { podcasts } from '../db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, openShop, type Shop } from '../testing/shop.ts';

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

describe('an episode that could not be made', () => {
  it('gives the money back by itself, once, also when many instances notice', async () => {
    const { id, transactionId } = await failedOrder();
    await Promise.all([1, 2, 3].map(() => shop.orders.reconcile()));
    await eventually('the refund is approved', async () => {
      await shop.orders.reconcile();
      return (await shop.look(id)).status === 'refunded';
    });
    expect(refundsOf(transactionId)).toMatchObject([{ cents: 599, orderId: id }]);
  });

  it('is asked again for, when Paddle could not be reached the first time', async () => {
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

  it('is heard to be paid back although no webhook told so', async () => {
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
