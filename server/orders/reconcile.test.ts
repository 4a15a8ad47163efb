import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orders as orderTable } from '../base/db/tables.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { PER_RUN } from './orderLimits.ts';

/* Whom a run of reconciliation gets round to when one account has opened hundreds of checkouts. */

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
beforeEach(() => harness.db.update(orderTable).set({ status: 'refunded' }));
afterAll(() => harness.close());

/** Open checkouts of one account that Paddle knows nothing of, `overdue` of them past their hour. */
async function flood(count: number, overdue: number) {
  const { id: userId } = await harness.buyer();
  const name = `flood-${userId}`;
  await harness.db.insert(orderTable).values(
    Array.from({ length: count }, (_, n) => ({
      ...episode,
      publicId: `${name}-${n}`,
      userId,
      voice1Name: 'Host 1',
      voice2Name: 'Host 2',
      listPrice: 599,
      total: 599,
      paddleTransactionId: `txn_${name}_${n}`,
      ...(n < overdue && { expiresAt: sql`now() - interval '1 minute'` }),
    })),
  );
  return { ended: () => harness.db.$count(orderTable, endedOf(name)) };
}
const endedOf = (name: string) =>
  sql`${like(orderTable.publicId, `${name}-%`)} and ${eq(orderTable.status, 'expired')}`;

/** Somebody who has paid, and whose webhook was lost. */
async function realBuyer() {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, episode);
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  await harness.press('pay', reply.transactionId);
  return order.id;
}

it.each([
  ['could still be paid', 0],
  ['are overdue', 240],
  ['are partly overdue', 120],
])(
  'one run settles a buyer’s payment beside 240 checkouts of one account that %s',
  async (_how, overdue) => {
    const { ended } = await flood(240, overdue);
    const [id, lastSecond] = [await realBuyer(), await realBuyer()];
    await harness.makeOverdue(lastSecond);
    await harness.orders.reconcile();
    for (const one of [id, lastSecond]) {
      expect(await harness.find(one)).toMatchObject({ status: 'paid', jobs: 1 });
    }
    expect(await ended()).toBeLessThanOrEqual(2 * PER_RUN.perBuyer);
    expect(await ended()).toBeGreaterThan(0);
  },
);

it('runs of reconciliation get round to every checkout of a flood', async () => {
  const { ended } = await flood(12, 6);
  for (let run = 0; run < 4; run++) await harness.orders.reconcile();
  expect(await ended()).toBe(12);
});
