import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeEpisode } from '../../episodes/owner/removeEpisode.ts';
import { retryPodcast } from '../../operator/admin/retryPodcast.ts';
import { removeAccount } from '../../people/account/removeAccount.ts';
import { aFinishedPodcast, aPaidOrder } from '../../testing/builders.ts';
import { type OrdersHarness, openOrdersHarness } from '../../testing/ordersHarness.ts';
import { type Debt, findOrdersWithDebt } from './debts.ts';
import { orders, type podcasts } from './tables.ts';

let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterAll(() => harness.close());

type Episode = Partial<typeof podcasts.$inferInsert>;
type Order = Partial<typeof orders.$inferInsert>;

const failed: Episode = { status: 'failed' };
const missed: Episode = { quality: { lengthError: -0.08 } };
const free: Order = { total: 0, paddleTransactionId: null };
const begunAtPaddle: Order = { status: 'refund_pending', refundId: 'adj_1' };
const promised: Order = { ...begunAtPaddle, refundReason: 'failed' };

const states: [state: string, Episode, Order, expected: Debt[]][] = [
  ['a delivered episode', {}, {}, []],
  ['a failed episode', failed, {}, ['failed']],
  ['an episode that missed its length', missed, {}, ['length']],
  ['a failed bonus episode', failed, { ...free, isBonus: true }, ['benefits']],
  ['a failed episode at a discount', failed, { discountReserved: true }, ['failed', 'benefits']],
  ['a failed gift', failed, free, []],
  ['a bonus episode that missed its length', missed, { ...free, isBonus: true }, []],
  ['a failed episode that is charged back', failed, { chargedBack: true }, []],
  ['a failed episode whose refund is promised', failed, promised, []],
  ['a failed episode that is refunded', failed, { ...promised, status: 'refunded' }, []],
  ['a failed episode whose refund was begun at Paddle', failed, begunAtPaddle, ['failed']],
  [
    'a failed bonus episode that was returned',
    failed,
    { ...free, isBonus: true, benefitsReturnedAt: new Date() },
    [],
  ],
];

/** One buyer's order in this state, and its episode. */
async function orderIn(episode: Episode, order: Order) {
  const buyer = await harness.buyer();
  const podcast = await aFinishedPodcast(harness.db, buyer.id, episode);
  const { id } = await aPaidOrder(harness.db, buyer.id, { podcastId: podcast.id, ...order });
  const messageOf = (act: Promise<unknown>) =>
    act.then(
      () => null,
      ({ message }: Error) => message,
    );
  return { buyer, publicId: podcast.publicId, which: eq(orders.id, id), messageOf };
}

const storage = { remove: async () => {} };
const queue = { restart: async () => {} };
const beingReturned = 'What it cost is being returned right now. Try again in a minute.';
const onItsWay = /^(Your|The) money is on its way back/;

it.each(states)(
  'refund, removal, retry and reconciliation agree on what is owed for %s',
  async (_state, episode, order, expected) => {
    const { db } = harness;
    const { which } = await orderIn(episode, order);
    const debts: Debt[] = [];
    for (const debt of ['failed', 'length', 'benefits'] as const) {
      if ((await findOrdersWithDebt(db, [debt], which)).length) debts.push(debt);
    }
    expect(debts).toEqual(expected);

    const removal = await orderIn(episode, order);
    expect(
      await removal.messageOf(removeEpisode({ db, storage }, removal.buyer, removal.publicId)),
    ).toBe(expected.length ? beingReturned : null);

    const retry = await orderIn(episode, order);
    const retried = retryPodcast(
      { db, queue, paymentFee: { percent: 5, cents: 50 } },
      retry.buyer,
      retry.publicId,
      false,
    );
    const refusal = await retry.messageOf(retried);
    if (!expected.length) expect(refusal).not.toBe(beingReturned);
    else if (expected.includes('length')) expect(refusal).toBe('This episode is finished');
    else expect(refusal === beingReturned || onItsWay.test(refusal ?? '')).toBe(true);

    const account = await orderIn(episode, order);
    const { outbox, publicUrl, supportEmail } = harness;
    const deleted = removeAccount({ db, storage, outbox, publicUrl, supportEmail }, account.buyer);
    const isPending = order.status === 'refund_pending';
    const kept = await account.messageOf(deleted);
    if (expected.length || isPending) expect(kept).toMatch(onItsWay);
    else expect(kept).toBeNull();

    const before = await rowOf(which);
    await harness.orders.reconcile();
    const after = await rowOf(which);
    // A refund that somebody began at Paddle may still be approved: until then nothing is promised.
    const reason = expected.find((debt) => debt !== 'benefits');
    expect(after.refundReason).toBe(
      isPending ? before.refundReason : (reason ?? before.refundReason),
    );
    expect(after.benefitsReturnedAt !== null).toBe(
      before.benefitsReturnedAt !== null || expected.includes('benefits'),
    );
  },
);

async function rowOf(which: ReturnType<typeof eq>) {
  const [row] = await harness.db.select().from(orders).where(which);
  if (!row) throw new Error('the order is gone');
  return row;
}
