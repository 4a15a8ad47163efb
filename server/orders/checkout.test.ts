import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import {
  discountCodes,
  discountCodeUsages,
  orders as orderTable,
  users,
} from '../base/db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterEach(() => harness.paddle.faults.write({}));
afterAll(() => harness.close());

type Buyer = Awaited<ReturnType<OrdersHarness['buyer']>>;

async function place(buyer: Buyer, request: Partial<OrderRequest> = {}) {
  return (await harness.orders.place(buyer, { ...episode, ...request })).order.id;
}
async function openCheckout(buyer: Buyer, id: string): Promise<string> {
  const reply = await harness.orders.checkout(buyer, id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  return reply.transactionId;
}
const opened = (orderId: string) =>
  harness.paddle.purchaseLog
    .read()
    .flatMap((entry) => ('orderId' in entry && entry.orderId === orderId ? [entry] : []));

describe('checkout', () => {
  it('checkout opens one transaction and returns the same one afterwards', async () => {
    const buyer = await harness.buyer();
    const id = await place(buyer);
    const transactionId = await openCheckout(buyer, id);
    expect(await openCheckout(buyer, id)).toBe(transactionId);
    expect(opened(id)).toMatchObject([{ kind: 'transaction', transactionId, cents: 599 }]);
  });

  it('five concurrent checkouts of one order all return the same transaction', async () => {
    const buyer = await harness.buyer();
    const id = await place(buyer);
    // Slow enough that all five have asked before the first answer comes.
    harness.paddle.faults.write({ paddle: { latency: 300 } });
    const ids = await Promise.all(Array.from({ length: 5 }, () => openCheckout(buyer, id)));
    expect(new Set(ids).size).toBe(1);
    expect(opened(id)).toHaveLength(5);
    expect((await harness.find(id)).paddleTransactionId).toBe(ids[0]);
  });

  it('checkout reports a paid order as paid even if no webhook came', async () => {
    const buyer = await harness.buyer();
    const id = await place(buyer);
    await harness.press('pay', await openCheckout(buyer, id));
    expect(await harness.orders.checkout(buyer, id)).toEqual({ paid: true });
    expect(await harness.find(id)).toMatchObject({ status: 'paid', jobs: 1 });
  });

  it('checkout refuses an expired order and opens no transaction', async () => {
    const buyer = await harness.buyer();
    const id = await place(buyer);
    await harness.makeOverdue(id);
    await expect(harness.orders.checkout(buyer, id)).rejects.toMatchObject({
      code: 'expired',
      status: 410,
    });
    expect(opened(id)).toEqual([]);
  });

  it('checkout fails as busy while Paddle is down, then succeeds and takes one discount use', async () => {
    const buyer = await harness.buyer();
    const { id: codeId, code } = await harness.code({ maxUses: 1 });
    const id = await place(buyer, { discountCode: code });
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await expect(harness.orders.checkout(buyer, id)).rejects.toMatchObject({ trouble: 'busy' });
    harness.paddle.faults.write({});
    expect(await openCheckout(buyer, id)).toMatch(/^txn_/);
    expect(await harness.usedCount(codeId)).toBe(1);
  });
});

describe('order with nothing to pay', () => {
  it('a free order is paid at once, never reaches Paddle and is not a first purchase', async () => {
    const buyer = await harness.buyer();
    const { id: codeId, code } = await harness.code({ discountPercent: 100, maxUses: 1 });
    const id = await place(buyer, { discountCode: code });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => harness.orders.checkout(buyer, id)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(
      new Set(['{"paid":true}']),
    );
    const order = await harness.find(id);
    expect(order).toMatchObject({ status: 'paid', total: 0, paddleTransactionId: null, jobs: 1 });
    expect(order.podcasts).toMatchObject([
      { amountPaid: 0, discountCode: code, discountAmount: 599, topic: episode.topic },
    ]);
    expect(opened(id)).toEqual([]);
    expect(await harness.usedCount(codeId)).toBe(1);
    const usages = await harness.db
      .select()
      .from(discountCodeUsages)
      .where(eq(discountCodeUsages.codeId, codeId));
    expect(usages).toMatchObject([{ podcastId: order.podcastId }]);
    const [account] = await harness.db.select().from(users).where(eq(users.id, buyer.id));
    expect(account?.hasMadeFirstPurchase).toBe(false);
  });

  it('a free order is not paid if another checkout of its buyer expires it first', async () => {
    const buyer = await harness.buyer();
    const { id: codeId, code } = await harness.code({ discountPercent: 100, usedCount: 1 });
    const id = await place(buyer, { discountCode: code });
    // Its use has just been reserved, and it is about to be paid.
    const mine = eq(orderTable.publicId, id);
    await harness.db.update(orderTable).set({ discountReserved: true }).where(mine);
    const { reply } = await harness.db.transaction(async (tx) => {
      await tx.update(orderTable).set({ status: 'expired', discountReserved: false }).where(mine);
      await tx.update(discountCodes).set({ usedCount: 0 }).where(eq(discountCodes.id, codeId));
      const reply = harness.orders.checkout(buyer, id).catch((error: unknown) => error);
      await eventually('it to wait for its row', async () => {
        const { rows } = await harness.db.execute(sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length === 1;
      });
      return { reply };
    });
    expect(await reply).toMatchObject({ code: 'expired' });
    expect(await harness.find(id)).toMatchObject({ status: 'expired', flag: null, jobs: 0 });
    expect(await harness.usedCount(codeId)).toBe(0);
  });

  it('of twenty concurrent claims of one bonus episode exactly one succeeds', async () => {
    const buyer = await harness.buyer({ hasMadeFirstPurchase: true });
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await place(buyer, { duration: 10, useBonus: true }));
    const results = await Promise.allSettled(ids.map((id) => harness.orders.checkout(buyer, id)));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(19);
    expect(refused[0]).toMatchObject({ code: 'invalid', fields: { useBonus: expect.any(String) } });
    const after = await Promise.all(ids.map((id) => harness.find(id)));
    expect(after.filter(({ status }) => status === 'paid')).toMatchObject([
      { isBonus: true, total: 0, jobs: 1 },
    ]);
    expect(after.filter(({ jobs }) => jobs > 0)).toHaveLength(1);
  });
});

describe('discount use', () => {
  it.each([1, 5])(
    'of fifty concurrent checkouts with one code, exactly %i succeed when that many uses are left',
    async (left) => {
      const { id: codeId, code } = await harness.code({ maxUses: left });
      const buyers = await Promise.all(Array.from({ length: 50 }, () => harness.buyer()));
      const ids = await Promise.all(buyers.map((buyer) => place(buyer, { discountCode: code })));
      const results = await Promise.allSettled(
        buyers.map((buyer, n) => harness.orders.checkout(buyer, ids[n] ?? '')),
      );
      const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toHaveLength(50 - left);
      for (const reason of refused) {
        expect(reason).toMatchObject({
          code: 'discount_refused',
          message: 'That code has been used up',
        });
      }
      expect(await harness.usedCount(codeId)).toBe(left);
    },
  );

  it('a buyer who orders again with the same code takes one use, and the earlier order expires', async () => {
    const buyer = await harness.buyer();
    const { id: codeId, code } = await harness.code({ maxUses: 1 });
    const first = await place(buyer, { discountCode: code });
    await openCheckout(buyer, first);
    const second = await place(buyer, { discountCode: code, topic: 'On second thought, dogs' });
    await openCheckout(buyer, second);
    expect(await harness.usedCount(codeId)).toBe(1);
    expect((await harness.find(first)).status).toBe('expired');
  });

  it('an unpaid order releases its discount use only once Paddle has canceled the transaction', async () => {
    const buyer = await harness.buyer();
    const { id: codeId, code } = await harness.code({ maxUses: 1 });
    const id = await place(buyer, { discountCode: code });
    const transactionId = await openCheckout(buyer, id);
    await harness.press('decline', transactionId);
    await harness.makeOverdue(id);
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await harness.orders.reconcile();
    expect(await harness.find(id)).toMatchObject({ status: 'open', discountReserved: true });
    expect(await harness.usedCount(codeId)).toBe(1);
    harness.paddle.faults.write({});
    await harness.orders.reconcile();
    expect(await harness.find(id)).toMatchObject({ status: 'expired', discountReserved: false });
    expect(await harness.usedCount(codeId)).toBe(0);
    expect((await harness.payments.find(transactionId))?.status).toBe('canceled');
  });
});
