import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emails, orders as orderTable, podcasts, users } from '../base/db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness();
});
afterAll(() => harness.close());

async function paidOrder() {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, episode);
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  await harness.press('pay', reply.transactionId);
  await eventually('the order to be paid', async () => {
    const transaction = await harness.payments.find(reply.transactionId);
    const { status } = await harness.find(order.id);
    return status === 'paid' && transaction?.status === 'completed';
  });
  return order.id;
}

const paidAgo = (publicId: string, hours: number) =>
  harness.db
    .update(orderTable)
    .set({ paidAt: sql`now() - make_interval(hours => ${hours})` })
    .where(eq(orderTable.publicId, publicId));

async function fail(publicId: string): Promise<void> {
  const { podcastId } = await harness.find(publicId);
  await harness.db
    .update(podcasts)
    .set({ status: 'failed' })
    .where(eq(podcasts.id, podcastId ?? 0));
}

describe('late order', () => {
  it('an order not produced within 24 hours fails, is refunded, and its buyer is emailed once', async () => {
    const id = await paidOrder();
    await paidAgo(id, 25);
    await Promise.all([1, 2, 3].map(() => harness.orders.reconcile()));
    const order = await harness.find(id);
    expect(order.podcasts).toMatchObject([{ status: 'failed', lease: 1 }]);
    expect(['refund_pending', 'refunded']).toContain(order.status);
    const sent = await harness.db
      .select()
      .from(emails)
      .where(eq(emails.about, `podcast:${order.podcastId}`));
    expect(sent.map(({ kind }) => kind)).toEqual(['failed']);
  });

  it('an order that has waited 23 hours stays in production', async () => {
    const id = await paidOrder();
    await paidAgo(id, 23);
    await harness.orders.reconcile();
    expect((await harness.find(id)).podcasts).toMatchObject([{ status: 'processing' }]);
  });
});

describe('failed episode', () => {
  it('a failed episode releases its discount code use exactly once', async () => {
    const { id: codeId, code } = await harness.code({ maxUses: 3, discountPercent: 100 });
    const buyer = await harness.buyer();
    const { order } = await harness.orders.place(buyer, { ...episode, discountCode: code });
    expect(await harness.orders.checkout(buyer, order.id)).toEqual({ paid: true });
    expect(await harness.usedCount(codeId)).toBe(1);
    await fail(order.id);
    await Promise.all([1, 2, 3].map(() => harness.orders.reconcile()));
    expect(await harness.usedCount(codeId)).toBe(0);
    expect(await harness.find(order.id)).toMatchObject({ discountReserved: false, status: 'paid' });
  });

  it('a failed bonus episode can be claimed again', async () => {
    const buyer = await harness.buyer({ hasMadeFirstPurchase: true });
    await harness.db
      .insert(orderTable)
      .values({ ...earlierPurchase, publicId: `bought-${buyer.id}`, userId: buyer.id });
    const bonus = { ...episode, duration: 10 as const, useBonus: true };
    const { order } = await harness.orders.place(buyer, bonus);
    await harness.orders.checkout(buyer, order.id);
    await expect(harness.orders.place(buyer, bonus)).rejects.toMatchObject({
      code: 'invalid',
    });
    await fail(order.id);
    await harness.orders.reconcile();
    const { order: second } = await harness.orders.place(buyer, bonus);
    expect(await harness.orders.checkout(buyer, second.id)).toEqual({ paid: true });
  });
});

it('a refunded first purchase takes the unused bonus episode back', async () => {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, episode);
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  await harness.press('pay', reply.transactionId);
  const bought = async () => {
    const [row] = await harness.db.select().from(users).where(eq(users.id, buyer.id));
    return row?.hasMadeFirstPurchase;
  };
  await eventually('the purchase to count', bought);
  await harness.db.transaction((tx) => harness.orders.beginRefund(tx, order.id));
  expect(await bought()).toBe(false);
});

/** Something this buyer has paid for before. */
const earlierPurchase = {
  topic: 'Tides',
  tone: 'Normal',
  style: 'Conversation',
  duration: 10,
  voice1Id: 'voice-1',
  voice1Name: 'Host 1',
  voice2Id: 'voice-2',
  voice2Name: 'Host 2',
  email: 'ann@example.com',
  listPrice: 399,
  total: 399,
  status: 'paid' as const,
};
