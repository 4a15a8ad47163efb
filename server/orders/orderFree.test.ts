import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import { orders, podcasts } from '../base/db/tables.ts';
import { anonymize } from '../episodes/owner/anonymize.ts';
import { openMinutes } from '../episodes/validation/minutes.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { noPayments } from './paddle/payments.ts';

/* Orders where nothing is sold: every call of Paddle would throw here. */

const LIMIT = 60;

let harness: OrdersHarness;
let minutes: ReturnType<typeof openMinutes>;
beforeAll(async () => {
  harness = await openOrdersHarness({
    webhooks: false,
    payments: noPayments,
    minutesAMonth: LIMIT,
  });
  minutes = openMinutes({ db: harness.db, minutesAMonth: LIMIT });
});
afterAll(() => harness.close());

type Buyer = Awaited<ReturnType<OrdersHarness['buyer']>>;
const place = (
  buyer: Buyer,
  overrides: Partial<OrderRequest> = {},
  idempotencyKey = randomUUID(),
) => harness.orders.place(buyer, { ...episode, ...overrides }, { idempotencyKey });

const usedUp = (message: RegExp) =>
  expect.objectContaining({
    code: 'too_many',
    message: expect.stringMatching(message),
    fields: { duration: expect.stringMatching(message) },
  });

/** The first of the next month as a sentence names it: `1 December`. */
const nextFirst = () => {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  return `1 ${first.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })}`;
};

async function episodeOf(orderId: string) {
  const [made] = (await harness.find(orderId)).podcasts;
  if (!made) throw new Error('the order has no episode');
  return made;
}

describe('an order where nothing is sold', () => {
  it('a free order is paid at once, with its episode and its job', async () => {
    const buyer = await harness.buyer();
    const { order, created } = await place(buyer);
    expect(created).toBe(true);
    expect(order).toMatchObject({
      status: 'paid',
      listPrice: 0,
      discountAmount: 0,
      total: 0,
      transactionId: null,
      podcast: { status: 'processing' },
    });
    const row = await harness.find(order.id);
    expect(row.podcasts).toMatchObject([{ amountPaid: 0, discountAmount: 0, duration: 15 }]);
    expect(row.jobs).toBe(1);
    expect(await minutes.of(buyer.id)).toMatchObject({ used: 15, limit: LIMIT });
  });

  it('a code or a bonus that an old page sends changes nothing', async () => {
    const buyer = await harness.buyer();
    const key = randomUUID();
    const overrides = { discountCode: 'SPRING', useBonus: true };
    const { order } = await place(buyer, overrides, key);
    expect(order).toMatchObject({ status: 'paid', discountCode: null, isBonus: false });
    expect(await place(buyer, overrides, key)).toEqual({ order, created: false });
  });

  it('ten requests at once with one key are one order, which counts once', async () => {
    const buyer = await harness.buyer();
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 10 }, () => place(buyer, {}, key)));
    expect(new Set(replies.map(({ order }) => order.id)).size).toBe(1);
    expect(new Set(replies.map(({ order }) => order.status))).toEqual(new Set(['paid']));
    const row = await harness.find(replies[0]?.order.id ?? '');
    expect([row.podcasts.length, row.jobs]).toEqual([1, 1]);
    expect(await minutes.of(buyer.id)).toMatchObject({ used: 15 });
  });

  it('wherever a process dies, the same key finishes the order, and begins one episode', async () => {
    let died = true;
    for (let statement = 1; died; statement++) {
      const buyer = await harness.buyer();
      const key = randomUUID();
      let left = statement;
      await harness.restart(() => --left <= 0);
      died = await place(buyer, {}, key).then(
        () => false,
        () => true,
      );
      await harness.restart();
      const { order } = await place(buyer, {}, key);
      const row = await harness.find(order.id);
      expect([statement, order.status, row.podcasts.length, row.jobs]).toEqual([
        statement,
        'paid',
        1,
        1,
      ]);
      expect(await harness.db.$count(orders, eq(orders.userId, buyer.id))).toBe(1);
      expect(await minutes.of(buyer.id)).toMatchObject({ used: 15 });
    }
  });

  it('an order that was stored and never begun expires, and costs no minutes', async () => {
    const buyer = await harness.buyer();
    const key = randomUUID();
    const { order } = await place(buyer, {}, key);
    // As after a crash between the two.
    await harness.db
      .update(orders)
      .set({ status: 'open', paidAt: null, podcastId: null })
      .where(eq(orders.publicId, order.id));
    await harness.makeOverdue(order.id);
    expect((await place(buyer, {}, key)).order.status).toBe('expired');
    await harness.orders.reconcile();
    expect(await harness.find(order.id)).toMatchObject({ status: 'expired', podcastId: null });
    expect(await minutes.of(buyer.id)).toMatchObject({ used: 0 });
  });
});

describe('the minutes of a month', () => {
  it('twenty orders at once never exceed the minutes of the month', async () => {
    const buyer = await harness.buyer();
    const replies = await Promise.allSettled(Array.from({ length: 20 }, () => place(buyer)));
    const refused = replies.filter(({ status }) => status === 'rejected');
    expect(replies.length - refused.length).toBe(LIMIT / 15);
    const sentence = `This month’s 60 minutes are used up. You get new ones on ${nextFirst()}.`;
    for (const reply of refused) {
      expect(reply).toMatchObject({ reason: usedUp(new RegExp(`^${sentence}$`)) });
    }
    expect(await minutes.of(buyer.id)).toMatchObject({ used: LIMIT });
    const theirs = await harness.db.$count(podcasts, eq(podcasts.userId, buyer.id));
    expect(theirs).toBe(LIMIT / 15);
  });

  it('one who has too few left is told how many, and may have a shorter episode', async () => {
    const buyer = await harness.buyer();
    await place(buyer, { duration: 25 });
    await place(buyer, { duration: 25 });
    const sentence = `^10 of your 60 minutes are left until ${nextFirst()}, too few for an episode of 15.$`;
    await expect(place(buyer)).rejects.toEqual(usedUp(new RegExp(sentence)));
    expect((await place(buyer, { duration: 10 })).order.status).toBe('paid');
  });

  it('minutes are each account’s own', async () => {
    const [one, other] = [await harness.buyer(), await harness.buyer()];
    for (let i = 0; i < 4; i++) await place(one);
    expect((await place(other)).order.status).toBe('paid');
  });

  it('an episode that failed gives its minutes back, also once it is deleted; a finished one does not', async () => {
    const buyer = await harness.buyer();
    const [failed, finished] = [await place(buyer), await place(buyer)];
    const [first, second] = [await episodeOf(failed.order.id), await episodeOf(finished.order.id)];
    await harness.db.update(podcasts).set({ status: 'failed' }).where(eq(podcasts.id, first.id));
    await harness.db
      .update(podcasts)
      .set({ status: 'completed', completedAt: sql`now()` })
      .where(eq(podcasts.id, second.id));
    expect(await minutes.of(buyer.id)).toMatchObject({ used: 15 });
    await anonymize(harness.db, [first.id, second.id]);
    expect(await minutes.of(buyer.id)).toMatchObject({ used: 15 });
  });

  it('what was ordered in an earlier month does not count', async () => {
    const buyer = await harness.buyer();
    const { order } = await place(buyer);
    const paidAt = (at: string) =>
      harness.db
        .update(orders)
        .set({ paidAt: sql`date_trunc('month', now(), 'UTC') ${sql.raw(at)}` })
        .where(eq(orders.publicId, order.id));
    await paidAt("- interval '1 millisecond'");
    expect(await minutes.of(buyer.id)).toMatchObject({ used: 0 });
    await paidAt('');
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    const resetsAt = next.toISOString().replace('.000', '');
    expect(await minutes.of(buyer.id)).toEqual({ used: 15, limit: LIMIT, resetsAt });
  });
});
