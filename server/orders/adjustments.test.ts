import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderRequest } from '#shared/order.ts';
import { raiseFlag } from '../base/db/flags.ts';
import { emails, paymentEvents, podcasts, users } from '../base/db/tables.ts';
import { findListening, findPodcast, listPodcasts } from '../episodes/listen/podcasts.ts';
import { removeAccount } from '../people/account/removeAccount.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import {
  adjustmentEvent,
  adjustmentReported,
  type PaddleEvent,
  sendEvent,
  transactionEvent,
} from '../testing/paddleEvents.ts';

// Paddle's stand-in sends no webhooks here; each test sends its own events.
let harness: OrdersHarness;
beforeAll(async () => {
  harness = await openOrdersHarness({ webhooks: false });
});
afterAll(() => harness.close());

/** A transaction that Paddle has collected; the order has not received any event about it. */
async function collected(request: Partial<OrderRequest> = {}) {
  const buyer = await harness.buyer();
  const { order } = await harness.orders.place(buyer, { ...episode, ...request });
  const reply = await harness.orders.checkout(buyer, order.id);
  if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
  await harness.press('pay', reply.transactionId);
  await eventually('Paddle to be done with it', async () => {
    const transaction = await harness.payments.find(reply.transactionId);
    return transaction?.status === 'completed';
  });
  return { buyer, id: order.id, transactionId: reply.transactionId, cents: order.total };
}
type Sale = Awaited<ReturnType<typeof collected>>;

async function handleEvents(...events: PaddleEvent[]): Promise<void> {
  for (const event of events) {
    const reply = await sendEvent(harness.webhook, harness.paddle.address.webhookSecret, event);
    expect(reply.status).toBe(200);
  }
  await Promise.all(
    events.map(({ event_id }) =>
      eventually('the event to be handled', async () => {
        const [row] = await harness.db
          .select()
          .from(paymentEvents)
          .where(eq(paymentEvents.eventId, event_id));
        return row?.outcome;
      }),
    ),
  );
}

const completed = (sale: Sale) => transactionEvent(sale, 'completed', 1);

async function purchase(): Promise<Sale> {
  const sale = await collected();
  await handleEvents(completed(sale));
  return sale;
}

async function change(sale: Sale, patch: Partial<typeof podcasts.$inferInsert>): Promise<void> {
  const { podcastId } = await harness.find(sale.id);
  await harness.db
    .update(podcasts)
    .set(patch)
    .where(eq(podcasts.id, podcastId ?? 0));
}

async function account({ buyer }: Sale) {
  const [row] = await harness.db.select().from(users).where(eq(users.id, buyer.id));
  return row;
}

async function kindsOfEmails(sale: Sale): Promise<string[]> {
  const order = await harness.find(sale.id);
  const rows = await harness.db
    .select({ about: emails.about, kind: emails.kind })
    .from(emails)
    .orderBy(emails.id);
  const mine = [`order:${order.id}`, `podcast:${order.podcastId}`];
  return rows.filter(({ about }) => mine.includes(about)).map(({ kind }) => kind);
}

describe('events in any order', () => {
  const seed = { numRuns: 8 };

  it('sale and refund events in any order end in one refunded order, one episode and one email', async () => {
    const events = (sale: Sale) => [
      transactionEvent(sale, 'created', 0),
      transactionEvent(sale, 'payment_failed', 1),
      transactionEvent(sale, 'paid', 2),
      transactionEvent(sale, 'completed', 3),
      adjustmentEvent(sale, 'refund', 'pending_approval', 4),
      adjustmentEvent(sale, 'refund', 'approved', 5),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5]),
        async (order, again) => {
          const sale = await collected();
          const all = events(sale);
          await handleEvents(...[...order, ...again].map((n) => all[n] as PaddleEvent));
          const end = await harness.find(sale.id);
          expect(end).toMatchObject({ status: 'refunded', flag: null, jobs: 1 });
          expect(end.podcasts).toHaveLength(1);
          expect(await kindsOfEmails(sale)).toEqual(['refunded']);
          expect((await account(sale))?.hasMadeFirstPurchase).toBe(false);
        },
      ),
      seed,
    );
  });

  it('events of a rejected refund in any order leave a paid order flagged for support', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), async (order) => {
        const sale = await collected();
        const events = [
          completed(sale),
          adjustmentEvent(sale, 'refund', 'pending_approval', 4),
          adjustmentEvent(sale, 'refund', 'rejected', 5),
        ];
        await handleEvents(...order.map((n) => events[n] as PaddleEvent));
        expect(await harness.find(sale.id)).toMatchObject({
          status: 'paid',
          flag: 'Paddle reports a refund rejected',
          jobs: 1,
        });
        expect((await account(sale))?.hasMadeFirstPurchase).toBe(true);
      }),
      { numRuns: 6 },
    );
  });

  const charge = { action: 'chargeback', status: 'approved' };
  const won = { action: 'chargeback_reverse', status: 'approved' };
  const undone = { action: 'chargeback', status: 'reversed' };
  const warning = { action: 'chargeback_warning', status: 'approved' };
  const second = { ...charge, name: 'second' };
  it.each<[string, Parameters<typeof adjustmentReported>[1][], boolean]>([
    ['that stands', [warning, charge], true],
    ['that was won, reported twice', [charge, won, undone], false],
    ['that was won, reported only by a reversal', [charge, won], false],
    ['that was won, reported only by its status', [charge, undone], false],
    ['that was won and followed by another', [charge, won, undone, second], true],
    ['of a part of the payment', [{ ...charge, type: 'partial' }], false],
    [
      'of a part of the payment that was won',
      [
        { ...charge, type: 'partial' },
        { ...won, type: 'partial' },
      ],
      false,
    ],
  ])('events of a chargeback %s end alike in any order', async (_what, changes, chargedBack) => {
    const order = fc.shuffledSubarray([...changes.keys()], { minLength: changes.length });
    await fc.assert(
      fc.asyncProperty(order, async (shuffled) => {
        const sale = await purchase();
        const events = changes.map((one, index) => adjustmentReported(sale, one, index + 1));
        await handleEvents(...shuffled.map((n) => events[n] as PaddleEvent));
        const end = await harness.find(sale.id);
        expect(end).toMatchObject({ status: 'paid', chargedBack });
        expect(end.podcasts).toMatchObject([{ withheld: chargedBack }]);
        expect(end.flags.map(({ reason }) => reason)).toContainEqual(
          expect.stringMatching(/^Paddle reports a (partial )?chargeback$/),
        );
        expect((await account(sale))?.hasMadeFirstPurchase).toBe(!chargedBack);
      }),
      { numRuns: changes.length > 2 ? 4 : 2 },
    );
  });

  it('a second refund request after a rejected one makes the order refund_pending', async () => {
    const sale = await purchase();
    const refund = (name: string, status: string) => ({ action: 'refund', status, name });
    await handleEvents(
      adjustmentReported(sale, refund('one', 'pending_approval'), 1),
      adjustmentReported(sale, refund('one', 'rejected'), 2),
      adjustmentReported(sale, refund('two', 'pending_approval'), 3),
    );
    expect((await harness.find(sale.id)).status).toBe('refund_pending');
    await handleEvents(adjustmentReported(sale, refund('two', 'approved'), 4));
    expect((await harness.find(sale.id)).status).toBe('refunded');
  });
});

it('a chargeback adds a flag and keeps the existing one', async () => {
  const sale = await purchase();
  const { id } = await harness.find(sale.id);
  await raiseFlag(harness.db, id, 'The email “ready” did not arrive');
  await handleEvents(adjustmentEvent(sale, 'chargeback', 'approved', 4));
  const { flag, flags } = await harness.find(sale.id);
  expect(flag).toBe('The email “ready” did not arrive');
  expect(flags.map(({ reason }) => reason)).toEqual([flag, 'Paddle reports a chargeback']);
});

describe('chargeback', () => {
  it('a chargeback hides the episode from its buyer, and a reversal brings it back', async () => {
    const sale = await purchase();
    const buyer = await account(sale);
    if (!buyer) throw new Error('there is no buyer');
    const { podcasts: mine } = await listPodcasts(harness, buyer, { cursor: null, limit: 10 });
    const publicId = mine[0]?.publicId ?? '';
    await handleEvents(adjustmentEvent(sale, 'chargeback', 'approved', 4));
    await expect(findPodcast(harness, buyer, publicId)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(findListening(harness, buyer, publicId)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await listPodcasts(harness, buyer, { cursor: null, limit: 10 })).podcasts).toEqual([]);
    await handleEvents(adjustmentEvent(sale, 'chargeback_reverse', 'approved', 5));
    expect((await findPodcast(harness, buyer, publicId)).publicId).toBe(publicId);
  });

  it('a charged-back order is not refunded when its episode fails', async () => {
    const sale = await purchase();
    await handleEvents(adjustmentEvent(sale, 'chargeback', 'approved', 4));
    await change(sale, { status: 'failed' });
    await harness.orders.reconcile();
    expect(await harness.find(sale.id)).toMatchObject({ status: 'paid', refundId: null });
  });

  it('a chargeback that is won after the account was deleted goes back when nothing was delivered', async () => {
    const sale = await purchase();
    await handleEvents(adjustmentEvent(sale, 'chargeback', 'approved', 4));
    const { db, outbox, publicUrl, supportEmail } = harness;
    const storage = { remove: async () => {} };
    await removeAccount({ db, outbox, publicUrl, supportEmail, storage }, sale.buyer);
    await harness.orders.reconcile();
    expect(await harness.find(sale.id)).toMatchObject({ refundReason: 'failed', refundId: null });
    await handleEvents(adjustmentEvent(sale, 'chargeback_reverse', 'approved', 5));
    await harness.orders.reconcile();
    expect(await harness.find(sale.id)).toMatchObject({
      status: 'refund_pending',
      refundId: expect.any(String),
    });
  });
});

it('a refund made at Paddle keeps the episode but ends its share links', async () => {
  const sale = await purchase();
  await change(sale, { status: 'completed' });
  const before = (await harness.find(sale.id)).podcasts[0];
  await handleEvents(adjustmentEvent(sale, 'refund', 'approved', 5));
  const after = (await harness.find(sale.id)).podcasts[0];
  expect(after).toMatchObject({ publicId: before?.publicId, status: 'completed' });
  expect(after?.shareToken).not.toBe(before?.shareToken);
  expect(await kindsOfEmails(sale)).toEqual(['refunded']);
});

it('a partial refund made at Paddle keeps the order and its share links and flags it for support', async () => {
  const sale = await purchase();
  await change(sale, { status: 'completed' });
  const before = (await harness.find(sale.id)).podcasts[0];
  const partial = { action: 'refund', type: 'partial' as const };
  await handleEvents(
    adjustmentReported(sale, { ...partial, status: 'pending_approval' }, 4),
    adjustmentReported(sale, { ...partial, status: 'approved' }, 5),
  );
  const order = await harness.find(sale.id);
  expect(order).toMatchObject({
    status: 'paid',
    refundId: null,
    flag: 'Paddle reports a partial refund',
  });
  expect(order.podcasts).toMatchObject([{ shareToken: before?.shareToken }]);
  expect(await kindsOfEmails(sale)).toEqual([]);
  expect((await account(sale))?.hasMadeFirstPurchase).toBe(true);
});

describe('episode length', () => {
  it('an episode more than 5 % off the bought length is delivered, flagged and refunded', async () => {
    const sale = await purchase();
    await change(sale, { status: 'completed', quality: { lengthError: -0.051 } });
    const { shareToken, emailToken } = (await harness.find(sale.id)).podcasts[0] ?? {};
    await harness.orders.reconcile();
    const order = await harness.find(sale.id);
    expect(order).toMatchObject({ status: 'refund_pending', refundReason: 'length' });
    expect(order.flag).toContain('length');
    expect(order.podcasts).toMatchObject([{ status: 'completed', shareToken }]);
    expect(await kindsOfEmails(sale)).toEqual(['refund-asked']);
    const about = eq(emails.about, `order:${order.id}`);
    const [sent] = await harness.db.select().from(emails).where(about);
    expect(sent?.content?.text).toMatch(
      new RegExp(`^Listen:\\n\\S+/listen\\?episode=${emailToken}$`, 'm'),
    );
  });

  it('an episode less than 5 % off the bought length is not refunded', async () => {
    const sale = await purchase();
    await change(sale, { status: 'completed', quality: { lengthError: 0.049 } });
    await harness.orders.reconcile();
    expect((await harness.find(sale.id)).status).toBe('paid');
  });
});
