import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Problem } from '#shared/problem.ts';
import { raiseFlag } from '../base/db/flags.ts';
import { discountCodeUsages, orders as orderTable } from '../base/db/tables.ts';
import { eventually } from '../testing/eventually.ts';
import { histories, openMoneyHistories } from '../testing/moneyHistory.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { sendEvent, transactionEvent } from '../testing/paddleEvents.ts';
import { openSeededRandom } from '../testing/random.ts';

/** More of them run in the system project, and any number with `npm run money`. */
const RUNS = Number(process.env.HISTORIES ?? 6);
/** Of a code's histories, which take longer, those that hold enough of everything. */
const ENOUGH = 25;

it(
  'whatever happens to a payment, in any order, it is delivered, given back or waits for somebody',
  async () => {
    const runner = await openMoneyHistories();
    try {
      await fc.assert(
        fc.asyncProperty(histories, async (given) => {
          expect(await runner.run(given)).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    } finally {
      await runner.close();
    }
  },
  300_000 + RUNS * 1_000,
);

/*
 * Histories of a code with few uses: opened by its buyers, closed by their own next order, expired,
 * paid early, late and at the old price, while Paddle is away and processes die between statements.
 */

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness();
});
afterAll(() => harness.close());

const BUYERS = 3;
const REDUCED = 120;

const order = fc.record({ act: fc.constant('order' as const), buyer: fc.nat(BUYERS - 1) });
/** What happens to one of the orders so far; `order` counts back from the newest. */
const toOne = fc.record({
  act: fc.constantFrom(
    'pay',
    'pay',
    'pay at the old price',
    'decline',
    'check out again',
    'end the hour',
    'be called canceled',
    'be flagged',
  ),
  order: fc.nat(3),
});
const toAll = fc.record({
  act: fc.constantFrom('reconcile', 'reconcile', 'Paddle goes', 'Paddle is back', 'processes die'),
});
/** What its buyer does in the end with the payment window that is still open. */
const late = fc.constantFrom(
  ['pay'],
  ['pay at the old price'],
  ['end the hour', 'reconcile', 'pay'],
  ['end the hour', 'reconcile', 'pay at the old price'],
  [],
);
const history = fc.record({
  maxUses: fc.integer({ min: 1, max: 2 }),
  seed: fc.nat(),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: order },
      { weight: 5, arbitrary: toOne },
      { weight: 3, arbitrary: toAll },
    ),
    { minLength: 6, maxLength: 16 },
  ),
  lates: fc.array(late, { minLength: 16, maxLength: 16 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

interface Placed {
  id: string;
  buyer: Awaited<ReturnType<OrdersHarness['buyer']>>;
  transactionId: string;
}

/** Buyers try, Paddle may be away, processes may die: what matters is what is left. */
const attempt = <T>(act: () => Promise<T>) => act().catch(() => null);

async function live({ maxUses, seed, steps, lates }: History) {
  const random = openSeededRandom(seed);
  const code = await harness.code({ discountPercent: 80, maxUses });
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => harness.buyer()));
  const placed: Placed[] = [];

  async function place(buyer: Placed['buyer']) {
    const orderRequest = { ...episode, topic: `Topic ${placed.length}`, discountCode: code.code };
    const found = await attempt(() => harness.orders.place(buyer, orderRequest));
    if (!found) return;
    const one = { id: found.order.id, buyer, transactionId: '' };
    placed.push(one);
    await attempt(() => checkOut(one));
  }

  async function checkOut(one: Placed) {
    const reply = await harness.orders.checkout(one.buyer, one.id);
    if ('transactionId' in reply) one.transactionId = reply.transactionId;
  }

  async function happen(act: string, one: Placed): Promise<unknown> {
    const { id, transactionId } = one;
    if (act === 'check out again') return checkOut(one);
    if (act === 'reconcile') return harness.orders.reconcile();
    if (act === 'end the hour') return harness.makeOverdue(id);
    if (act === 'be flagged')
      return raiseFlag(harness.db, (await harness.find(id)).id, 'a person asked');
    if (!transactionId) return null;
    if (act === 'pay') return harness.press('pay', transactionId);
    if (act === 'pay at the old price') {
      return harness.press('pay', transactionId, `?price=${REDUCED}`);
    }
    if (act === 'decline') return harness.press('decline', transactionId);
    const event = transactionEvent({ id, transactionId, cents: REDUCED }, 'canceled');
    return sendEvent(harness.webhook, harness.paddle.address.webhookSecret, event);
  }

  for (const step of steps) {
    if (step.act === 'order') await place(buyers[step.buyer] as Placed['buyer']);
    else if (step.act === 'reconcile') await attempt(() => harness.orders.reconcile());
    else if (step.act === 'Paddle goes') {
      harness.paddle.faults.write({ paddle: { errorRate: 0.7, status: 503 } });
    } else if (step.act === 'Paddle is back') harness.paddle.faults.write({});
    else if (step.act === 'processes die') await harness.restart(() => random.chance(0.08));
    else if ('order' in step) {
      const one = placed.at(-1 - step.order);
      if (one) await attempt(() => happen(step.act, one));
    }
    expect(await harness.usedCount(code.id)).toBeLessThanOrEqual(maxUses);
  }
  for (const [n, one] of placed.entries()) {
    for (const act of lates[n] ?? []) await attempt(() => happen(act, one));
  }
  expect(await harness.usedCount(code.id)).toBeLessThanOrEqual(maxUses);
  return { code, placed };
}

/** Paddle is well, everybody’s hour is over, and each buyer has looked once more. */
async function end(placed: Placed[]): Promise<void> {
  harness.paddle.faults.write({});
  await harness.restart();
  for (const { id } of placed) await harness.makeOverdue(id);
  await eventually(
    'nothing to be left open',
    async () => {
      await harness.orders.reconcile();
      for (const { buyer, id } of placed) {
        await harness.orders.checkout(buyer, id).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
        });
      }
      const rows = await Promise.all(placed.map(({ id }) => harness.find(id)));
      return rows.every(({ status }) => status !== 'open');
    },
    20,
    10,
  );
  // Later histories ask Paddle about their own.
  await harness.db.update(orderTable).set({ expiresAt: sql`now() - interval '2 days'` });
}

it('a code never buys more discounted episodes than it has uses, whatever happens to its orders', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const { code, placed } = await live(given);
      await end(placed);
      const rows = await Promise.all(placed.map(({ id }) => harness.find(id)));
      const made = rows.filter(({ podcastId }) => podcastId !== null);
      const cheap = made.filter(({ discountAmount }) => discountAmount > 0);
      expect(cheap.length).toBeLessThanOrEqual(given.maxUses);
      const usages = eq(discountCodeUsages.codeId, code.id);
      expect(await harness.db.$count(discountCodeUsages, usages)).toBe(cheap.length);
      expect(await harness.usedCount(code.id)).toBe(cheap.length);

      // What was paid bought an episode at its price, or goes back.
      const charges = harness.paddle.purchaseLog.read().flatMap((entry) => {
        const mine = entry.kind === 'charge' && placed.some(({ id }) => id === entry.orderId);
        return mine ? [entry] : [];
      });
      for (const { orderId, cents } of charges) {
        const row = rows.find(({ publicId }) => publicId === orderId);
        expect(row).toMatchObject({ total: cents });
        if (row?.podcastId) expect(row).toMatchObject({ status: 'paid', jobs: 1 });
        else expect(row).toMatchObject({ refundReason: 'discount', jobs: 0 });
      }
      expect(made.length).toBeLessThanOrEqual(charges.length);
    }),
    { numRuns: Math.min(RUNS, ENOUGH) },
  );
  if (RUNS < ENOUGH) return;
  // The histories held what they are about.
  const count = (which: SQL) => harness.db.$count(orderTable, which);
  const isMade = isNotNull(orderTable.podcastId);
  expect(await count(sql`${isMade} and ${orderTable.discountAmount} > 0`)).toBeGreaterThan(2);
  expect(await count(sql`${isMade} and ${orderTable.discountAmount} = 0`)).toBeGreaterThan(2);
  expect(await count(eq(orderTable.refundReason, 'discount'))).toBeGreaterThan(2);
}, 300_000);
