import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DURATIONS, type Duration, priceOf } from '#shared/pricing.ts';
import {
  discountCodes,
  discountCodeUsages,
  emails,
  orders,
  podcasts,
  users,
} from '../base/db/tables.ts';
import { figures } from '../operator/admin/adminFigures.ts';
import { openOrderSimulation } from '../testing/orderSimulation.ts';
import { type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { openSeededRandom } from '../testing/random.ts';

/*
 * 300 orders by forty buyers while Paddle misbehaves in various ways and processes die between any
 * two statements. Afterwards our tables must agree with the records of Paddle's stand-in.
 */

const seed = Number(process.env.SEED ?? randomInt(1_000_000));
let harness: OrdersHarness;
let simulation: Awaited<ReturnType<typeof openOrderSimulation>>;
let deaths = 0;
let records: Awaited<ReturnType<typeof readRecords>>;

beforeAll(async () => {
  console.log(`order simulation: SEED=${seed}`);
  harness = await openOrdersHarness();
  simulation = await openOrderSimulation(harness, seed);
  const random = openSeededRandom(seed + 1);
  const dies = (share: number) => () => {
    const now = random.chance(share);
    if (now) deaths += 1;
    return now;
  };
  const days = [
    { paddle: {}, dies: 0 },
    { paddle: { duplicate: 3, reorder: true, delay: 200 }, dies: 0.02 },
    { paddle: { drop: 1 }, dies: 0 },
    { paddle: { errorRate: 0.25, status: 503, cut: 0.1, drop: 0.3 }, dies: 0 },
    { paddle: { duplicate: 2, reorder: true, drop: 0.4, cut: 0.05 }, dies: 0.06 },
  ];
  for (const day of days) {
    harness.paddle.faults.write({ paddle: day.paddle });
    await harness.restart(day.dies ? dies(day.dies) : undefined);
    await simulation.open(60);
    await simulation.refundSome(6);
  }
  harness.paddle.faults.write({});
  await harness.restart();
  await simulation.settle(60);
  records = await readRecords();
  console.log(Object.fromEntries([...simulation.happened].sort()));
}, 300_000);
afterAll(() => harness.close());

async function readRecords() {
  const rows = await harness.db.select().from(orders);
  const episodes = await harness.db.select().from(podcasts);
  const entries = harness.paddle.purchaseLog.read();
  const of = (kind: 'charge' | 'refund' | 'transaction') =>
    entries.flatMap((entry) => (entry.kind === kind ? [entry] : []));
  return {
    orders: rows,
    settled: rows.filter(({ status }) => status !== 'open' && status !== 'expired'),
    podcasts: new Map(episodes.map((podcast) => [podcast.id, podcast])),
    charges: of('charge'),
    refunds: of('refund'),
    transactions: of('transaction'),
  };
}
const sum = (all: { total: number }[] | { cents: number }[]) =>
  all.reduce((cents, one) => cents + ('total' in one ? one.total : one.cents), 0);
type Order = (typeof records.orders)[number];
const episodeOf = (order: Order) => records.podcasts.get(order.podcastId ?? 0);
/** What it cost when it was placed. */
const firstPriceOf = (order: Order) =>
  priceOf(minutesOf(order), order.isBonus ? 100 : order.discountPercent);
/** Its use of the code went back before it was paid. */
const isRaised = (order: Order) =>
  order.discountCodeId !== null && order.discountPercent > 0 && order.discountAmount === 0;
function minutesOf({ duration }: Order): Duration {
  const minutes = DURATIONS.find((known) => known === duration);
  if (!minutes) throw new Error(`${duration} minutes`);
  return minutes;
}
const lengthErrorOf = (order: Order) => Math.abs(Number(episodeOf(order)?.quality?.lengthError));

describe('tables after simulated orders', () => {
  it('the simulated orders cover crashes, every end of an order and every refund reason', () => {
    expect(records.orders).toHaveLength(300);
    expect(deaths).toBeGreaterThan(50);
    const statuses = new Set(records.orders.map(({ status }) => status));
    expect([...statuses].sort()).toEqual(['expired', 'open', 'paid', 'refunded']);
    for (const reason of ['failed', 'length', 'support']) {
      expect(records.orders.map(({ refundReason }) => refundReason)).toContain(reason);
    }
    const nothingToPay = records.settled.filter(({ total }) => total === 0);
    expect(nothingToPay.some(({ isBonus }) => isBonus)).toBe(true);
    expect(nothingToPay.some((order) => order.discountPercent % 100 > 0)).toBe(true);
    const isLate = (order: Order) => isRaised(order) || order.refundReason === 'discount';
    expect(records.settled.some(isLate)).toBe(true);
  });

  it('the totals of all charges and refunds match Paddle’s to the cent', async () => {
    expect(sum(records.settled)).toBe(sum(records.charges));
    const refunded = records.settled.filter(({ status }) => status === 'refunded');
    expect(sum(refunded)).toBe(sum(records.refunds));
    const { totals } = await figures({ db: harness.db, paymentFee: { percent: 5, cents: 50 } });
    expect([totals.cents, totals.refundedCents]).toEqual([
      sum(records.charges),
      sum(records.refunds),
    ]);
  });

  it('each charge and refund at Paddle belongs to exactly one order', () => {
    const paid = records.settled.filter(({ total }) => total > 0);
    const sales = paid.map(({ publicId, paddleTransactionId, total }) => ({
      orderId: publicId,
      transactionId: paddleTransactionId,
      cents: total,
    }));
    const asSales = (entries: typeof records.charges) =>
      entries.map(({ orderId, transactionId, cents }) => ({ orderId, transactionId, cents }));
    const sorted = (all: object[]) => all.map((one) => JSON.stringify(one)).sort();
    expect(sorted(asSales(records.charges))).toEqual(sorted(sales));
    const gone = new Set(
      paid.filter(({ status }) => status === 'refunded').map(({ publicId }) => publicId),
    );
    expect(sorted(asSales(records.refunds))).toEqual(
      sorted(sales.filter(({ orderId }) => gone.has(orderId))),
    );
  });

  it('orders and transactions carry the listed price, which is never 1 to 69 cents', () => {
    for (const order of records.orders) {
      const { currency: _, ...price } = isRaised(order)
        ? priceOf(minutesOf(order))
        : firstPriceOf(order);
      expect(order).toMatchObject(price);
      expect(order.total === 0 || order.total >= 70).toBe(true);
    }
    const asked = new Map(
      records.orders.map((order) => [order.publicId, firstPriceOf(order).total]),
    );
    for (const { orderId, cents } of records.transactions) {
      expect(asked.get(orderId ?? '')).toBe(cents);
    }
  });

  it('every payment ends as a good episode, a refund or a flag for support', () => {
    for (const order of records.settled) {
      const { status, flag, total } = order;
      const podcast = episodeOf(order);
      const isGood = podcast?.status === 'completed' && lengthErrorOf(order) <= 0.05;
      const isFree = total === 0;
      expect(isGood || isFree || status === 'refunded' || flag !== null, `order ${order.id}`).toBe(
        true,
      );
    }
  });

  it('every refund states its true reason', () => {
    for (const order of records.settled.filter(({ status }) => status === 'refunded')) {
      const failed = episodeOf(order)?.status === 'failed';
      const made = simulation.byHand.has(order.publicId) ? 'support' : failed ? 'failed' : 'length';
      const because = order.podcastId === null ? 'discount' : made;
      expect(order).toMatchObject({ refundReason: because });
      if (because === 'length') expect(lengthErrorOf(order)).toBeGreaterThan(0.05);
    }
  });

  it('each settled order has one episode and one job, unless its payment crossed the end of its discount; an unsettled order has none', async () => {
    const crossed = records.settled.filter(({ refundReason }) => refundReason === 'discount');
    expect(crossed.filter(({ podcastId }) => podcastId !== null)).toEqual([]);
    const made = records.settled.filter((order) => !crossed.includes(order));
    expect(made.map(({ podcastId }) => podcastId).sort()).toEqual(
      [...records.podcasts.keys()].sort(),
    );
    expect(records.orders.filter((one) => !records.settled.includes(one) && one.podcastId)).toEqual(
      [],
    );
    const { rows } = await harness.db.execute<{ podcast_id: number }>(sql`select * from jobs`);
    expect(rows.map(({ podcast_id }) => podcast_id).sort()).toEqual(
      [...records.podcasts.keys()].sort(),
    );
    for (const order of made) {
      expect(episodeOf(order)).toMatchObject({
        userId: order.userId,
        topic: order.topic,
        duration: order.duration,
        amountPaid: order.total,
        discountCode: order.discountCode,
        discountAmount: order.discountAmount,
        paddleTransactionId: order.paddleTransactionId,
      });
    }
  });

  it('each discount code’s count equals its spent and reserved uses, within its limit', async () => {
    const usages = await harness.db.select().from(discountCodeUsages);
    for (const code of await harness.db.select().from(discountCodes)) {
      const spent = usages.filter(({ codeId }) => codeId === code.id).length;
      const held = records.orders.filter(
        (order) =>
          order.discountCodeId === code.id && order.status === 'open' && order.discountReserved,
      );
      expect(code.usedCount, code.code).toBe(spent + held.length);
      expect(code.usedCount).toBeLessThanOrEqual(code.maxUses ?? Number.POSITIVE_INFINITY);
      expect(new Set(held.map(({ userId }) => userId)).size).toBe(held.length);
    }
    for (const { podcastId } of usages) expect(records.podcasts.get(podcastId)).toBeDefined();
  });

  it('each buyer has at most one bonus episode, and an unused one only while a purchase stands', async () => {
    for (const user of await harness.db.select().from(users)) {
      const mine = records.settled.filter(({ userId }) => userId === user.id);
      const had = mine.filter(({ isBonus, benefitsReturnedAt }) => isBonus && !benefitsReturnedAt);
      expect(had.length).toBe(user.hasUsedFreePodcast ? 1 : 0);
      if (user.hasUsedFreePodcast) continue;
      const standing = mine.some(({ total, status }) => total > 0 && status === 'paid');
      expect(user.hasMadeFirstPurchase).toBe(standing);
    }
  });

  it('each refunded order has exactly one refund email', async () => {
    const sent = (await harness.db.select().from(emails)).filter(({ kind }) => kind === 'refunded');
    const refunded = records.settled.filter(({ status }) => status === 'refunded');
    expect(sent.map(({ about }) => about).sort()).toEqual(
      refunded.map(({ id }) => `order:${id}`).sort(),
    );
  });
});
