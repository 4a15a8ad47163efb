import { and, eq, isNotNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { emails, orders, podcasts, unmatchedPayments } from '../base/db/tables.ts';
import type { PaymentEvent } from '../orders/paddle/payments.ts';
import { removeAccount } from '../people/account/removeAccount.ts';
import { episode, openOrdersHarness } from './ordersHarness.ts';
import { modelOfPaddle } from './paddleModel.ts';

const ACTS = {
  buyer: [
    'the buyer pays by another transaction',
    'the account is deleted',
    'the price in the order changes',
    'support refunds unmatched payments',
  ],
  episode: [
    'the episode fails',
    'the episode is delivered',
    'the episode misses its length',
    'a day passes',
    'support refunds',
  ],
  refund: [
    'a refund is started at Paddle',
    'a part is refunded at Paddle',
    'Paddle approves',
    'Paddle rejects',
    'Paddle reverses a refund',
    'an hour passes',
  ],
  bank: [
    'the bank charges back',
    'the bank charges a part back',
    'the bank warns',
    'the bank reverses the chargeback',
  ],
  fault: [
    'the process dies',
    'Paddle is unreachable',
    'a response of Paddle is lost',
    'a webhook is lost',
    'Paddle repeats an event',
  ],
  always: ['the buyer pays', 'Paddle sends an event', 'reconciliation runs'],
} as const;
type Act = (typeof ACTS)[keyof typeof ACTS][number];
interface Step {
  act: Act;
  /** Selects among the act's choices. */
  n: number;
}
interface History {
  steps: Step[];
  /** Whether Paddle finally rejects pending refunds instead of approving them. */
  rejectsRefunds: boolean;
  /** Whether Paddle sends every event once more at the end. */
  isReplayed: boolean;
}

const event = 'Paddle sends an event';
const reconcile = 'reconciliation runs';
/** Sequences that matter but that random choice would hardly ever produce. */
const SEQUENCES: Act[][] = [
  [
    'a refund is started at Paddle',
    event,
    'Paddle rejects',
    event,
    'the episode fails',
    reconcile,
    reconcile,
  ],
  [
    'the episode misses its length',
    reconcile,
    'Paddle rejects',
    event,
    'an hour passes',
    reconcile,
  ],
  [
    'support refunds',
    'Paddle approves',
    event,
    event,
    'Paddle reverses a refund',
    event,
    reconcile,
  ],
  ['the bank charges back', event, 'the bank reverses the chargeback', event, event, event],
  ['the bank charges a part back', event, 'the bank reverses the chargeback', event, event],
  [
    'the buyer pays by another transaction',
    event,
    event,
    'support refunds unmatched payments',
    reconcile,
  ],
  ['the process dies', 'the episode fails', reconcile, reconcile],
  ['Paddle is unreachable', 'support refunds', reconcile],
  ['a response of Paddle is lost', 'support refunds', reconcile],
];
/** Beginnings of histories: most payments are reported at once. */
const OPENINGS: Act[][] = [
  ['the buyer pays', event, event],
  ['the buyer pays', event, event],
  ['the buyer pays'],
  ['the account is deleted', 'the buyer pays', event, event],
  ['the price in the order changes', 'the buyer pays', event, event],
];

function stepsOf(choices: fc.Arbitrary<Act[]>): fc.Arbitrary<Step[]> {
  const longest = Math.max(...[...SEQUENCES, ...OPENINGS].map(({ length }) => length));
  const numbers = fc.array(fc.nat(1000), { minLength: longest, maxLength: longest });
  return fc
    .tuple(choices, numbers)
    .map(([acts, ns]) => acts.map((act, index) => ({ act, n: ns[index] ?? 0 })));
}

/** Each history has few actors: with all of them, related acts would hardly ever meet. */
export const histories: fc.Arbitrary<History> = fc
  .subarray(['buyer', 'episode', 'refund', 'bank', 'fault'] as const, {
    minLength: 1,
    maxLength: 3,
  })
  .chain((some) => {
    const act = fc.constantFrom<Act>(...some.flatMap((actor) => [...ACTS[actor]]), ...ACTS.always);
    const next = stepsOf(
      fc.oneof(
        { weight: 6, arbitrary: act.map((one) => [one]) },
        { weight: 1, arbitrary: fc.constantFrom(...SEQUENCES) },
      ),
    );
    return fc.record({
      steps: fc
        .tuple(
          stepsOf(fc.constantFrom(...OPENINGS)),
          fc.array(next, { minLength: 3, maxLength: 7 }),
        )
        .map(([opening, rest]) => [...opening, ...rest.flat()]),
      rejectsRefunds: fc.boolean(),
      isReplayed: fc.boolean(),
    });
  });

function isAbout(event: PaymentEvent | undefined, transactionId: string): boolean {
  if (event?.about === 'transaction') return event.transaction.id === transactionId;
  return event?.about === 'adjustment' && event.adjustment.transactionId === transactionId;
}

function isDelivered(podcast: typeof podcasts.$inferSelect | null | undefined): boolean {
  const isMissed = Math.abs(podcast?.quality?.lengthError ?? 0) > 0.05;
  return podcast?.status === 'completed' && !isMissed;
}

const CLEAR = `delete from adjustments; delete from unmatched_payments; delete from payment_events;
  delete from emails; delete from orders; delete from podcasts; delete from jobs;`;

export async function openMoneyHistories() {
  const paddle = modelOfPaddle();
  const harness = await openOrdersHarness({ webhooks: false, payments: paddle.payments });
  const { db } = harness;
  /** Statements until the process dies; null if it does not. */
  let untilDeath: number | null = null;
  /** Whether the last statement still takes effect. */
  let isDone = false;
  await harness.restart(() => {
    if (untilDeath === null) return false;
    if (untilDeath-- > 0) return false;
    if (untilDeath < -1) untilDeath = null;
    return untilDeath !== null || isDone;
  });

  async function begin() {
    // With few rows, `truncate` is slower: it creates new files.
    await db.execute(sql.raw(CLEAR));
    paddle.forget();
    untilDeath = null;
    wasDelivered = false;
    const buyer = await harness.buyer();
    const { order } = await harness.orders.place(buyer, episode);
    const reply = await harness.orders.checkout(buyer, order.id);
    if (!('transactionId' in reply)) throw new Error('there was nothing to pay');
    return { buyer, id: order.id, transactionId: reply.transactionId };
  }
  type Sale = Awaited<ReturnType<typeof begin>>;

  const produced = (how: Partial<typeof podcasts.$inferInsert>) =>
    db
      .update(podcasts)
      .set(how)
      .where(and(eq(podcasts.status, 'processing'), eq(podcasts.withheld, false)));
  const missed = { status: 'completed' as const, quality: { lengthError: 0.07 } };

  async function earlier(hours: number) {
    const by = sql`make_interval(hours => ${hours})`;
    await db.update(orders).set({
      refundDueAt: sql`${orders.refundDueAt} - ${by}`,
      paidAt: sql`${orders.paidAt} - ${by}`,
    });
    await db
      .update(unmatchedPayments)
      .set({ refundDueAt: sql`${unmatchedPayments.refundDueAt} - ${by}` });
  }

  async function supportRefunds({ id }: Sale) {
    await db.transaction((tx) => harness.orders.beginRefund(tx, id));
    await harness.orders.finishRefund(id);
  }

  async function refundUnmatchedPayments({ id }: Sale) {
    for (const { transactionId } of await db.select().from(unmatchedPayments)) {
      await db.transaction((tx) =>
        harness.orders.beginUnmatchedPaymentRefund(tx, id, transactionId),
      );
      await harness.orders.finishRefund(id);
    }
  }

  /** Whether the episode was delivered before its account and rows were deleted. */
  let wasDelivered = false;
  async function deleteAccount({ buyer }: Sale) {
    const { publicUrl, supportEmail, outbox } = harness;
    const [podcast] = await db.select().from(podcasts);
    await removeAccount(
      { db, outbox, publicUrl, supportEmail, storage: { remove: async () => {} } },
      buyer,
    );
    wasDelivered = isDelivered(podcast);
  }

  async function payByAnotherTransaction({ id }: Sale) {
    const { transactionId } = await paddle.payments.open({
      orderId: id,
      description: 'Another',
      total: 399,
    });
    paddle.pay(transactionId);
  }

  /** Runs until all events are delivered and all waits are over. Returns what is wrong. */
  async function run({ steps, rejectsRefunds, isReplayed }: History): Promise<string[]> {
    const sale = await begin();
    const { transactionId } = sale;
    const { orders: service } = harness;
    const delivered = new Set<number>();
    const lost = new Set<number>();
    const open = () => [...paddle.events().keys()].filter((n) => !delivered.has(n) && !lost.has(n));
    async function notify(index: number | undefined) {
      const event = paddle.events()[index ?? -1];
      if (index === undefined || !event) return;
      delivered.add(index);
      await service.receiveEvent(event);
    }

    const acts: Record<Step['act'], (n: number) => unknown> = {
      'the buyer pays': () => paddle.pay(transactionId),
      'the buyer pays by another transaction': () => payByAnotherTransaction(sale),
      'the account is deleted': () => deleteAccount(sale),
      'the price in the order changes': () =>
        db.update(orders).set({ total: 70 }).where(eq(orders.status, 'open')),
      'Paddle sends an event': (n) => notify(open().at(n % Math.max(1, open().length))),
      'Paddle repeats an event': (n) => notify([...delivered].at(n % Math.max(1, delivered.size))),
      // Only webhooks report a transaction that is not the order's own, so those are never lost.
      'a webhook is lost': (n) => {
        const ours = open().filter((index) => isAbout(paddle.events()[index], transactionId));
        lost.add(ours.at(n % Math.max(1, ours.length)) ?? -1);
      },
      'reconciliation runs': () => service.reconcile(),
      'an hour passes': () => earlier(1),
      'a day passes': () => earlier(24),
      'the process dies': (n) => {
        untilDeath = n % 12;
        isDone = n % 2 === 1;
      },
      'Paddle is unreachable': () => paddle.nextCallIs('unreachable'),
      'a response of Paddle is lost': () => paddle.nextCallIs('response lost'),
      'the episode fails': () => produced({ status: 'failed' }),
      'the episode is delivered': () => produced({ status: 'completed' }),
      'the episode misses its length': () => produced(missed),
      'support refunds': () => supportRefunds(sale),
      'support refunds unmatched payments': () => refundUnmatchedPayments(sale),
      'a refund is started at Paddle': () =>
        paddle.startAdjustment(transactionId, 'refund', 'full'),
      'a part is refunded at Paddle': () =>
        paddle.startAdjustment(transactionId, 'refund', 'partial'),
      'Paddle approves': () => paddle.decide('refund', 'approved'),
      'Paddle rejects': () => paddle.decide('refund', 'rejected'),
      'Paddle reverses a refund': () => paddle.decide('refund', 'reversed'),
      'the bank charges back': () => paddle.startAdjustment(transactionId, 'chargeback', 'full'),
      'the bank charges a part back': () =>
        paddle.startAdjustment(transactionId, 'chargeback', 'partial'),
      'the bank warns': () => paddle.startAdjustment(transactionId, 'chargeback_warning', 'full'),
      'the bank reverses the chargeback': () => paddle.decide('chargeback', 'reversed'),
    };
    for (const { act, n } of steps) {
      // Refusals, outages and crashes are part of the history.
      await Promise.resolve(acts[act](n)).catch(() => {});
    }
    untilDeath = null;
    paddle.nextCallIs(null);
    await settleAll(rejectsRefunds, open, notify);
    const wrong = await judge(transactionId);
    if (!isReplayed) return wrong;
    // Replays every event in order: nothing may change.
    const end = await find();
    for (const event of paddle.events()) {
      await service.receiveEvent({ ...event, id: `again_${event.id}` } as typeof event);
    }
    await service.reconcile();
    const again = await find();
    if (again !== end) wrong.push(`after a replay, ${end} became ${again}`);
    return wrong;
  }

  async function settleAll(
    rejectsRefunds: boolean,
    open: () => number[],
    notify: (index: number) => Promise<void>,
  ) {
    let last = '';
    for (let rounds = 0; rounds < 12; rounds++) {
      for (const index of open().toReversed()) await notify(index);
      await harness.orders.reconcile();
      await produced({ status: 'completed' });
      while (paddle.decide('refund', rejectsRefunds ? 'rejected' : 'approved'));
      const due = { refundDueAt: sql`now()` };
      await db.update(orders).set(due).where(isNotNull(orders.refundDueAt));
      await db.update(unmatchedPayments).set(due).where(isNotNull(unmatchedPayments.refundDueAt));
      const state = `${open().length} to deliver; ${await find()}`;
      if (state === last) return;
      last = state;
    }
  }

  /** The state that must not depend on the order of events. */
  async function find(): Promise<string> {
    const money = await db
      .select({
        status: orders.status,
        refundId: orders.refundId,
        isDue: isNotNull(orders.refundDueAt),
        chargedBack: orders.chargedBack,
        withheld: podcasts.withheld,
        episode: podcasts.status,
      })
      .from(orders)
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId));
    const unmatched = await db
      .select({
        refundId: unmatchedPayments.refundId,
        isDue: isNotNull(unmatchedPayments.refundDueAt),
        chargedBack: unmatchedPayments.chargedBack,
      })
      .from(unmatchedPayments)
      .orderBy(unmatchedPayments.seenAt);
    return JSON.stringify({ money, unmatched });
  }

  /** Checks that paid = delivered + refunded + waiting. Returns what is wrong. */
  async function judge(own: string): Promise<string[]> {
    const [row] = await db
      .select({ order: orders, podcast: podcasts })
      .from(orders)
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId));
    if (!row) return ['the order is gone'];
    const { order, podcast } = row;
    const wrong: string[] = [];
    const expect = (holds: boolean, what: string) => holds || wrong.push(what);
    const unmatchedById = new Map(
      (await db.select().from(unmatchedPayments)).map((unmatched) => [
        unmatched.transactionId,
        unmatched,
      ]),
    );
    const isFlagged = (reason: string) => order.flags.some((flag) => flag.reason.includes(reason));
    const waits = ({
      refundId,
      refundDueAt,
    }: {
      refundId: string | null;
      refundDueAt: Date | null;
    }) => refundId !== null || refundDueAt !== null || isFlagged('has refused the refund');

    for (const transactionId of paddle.transactions()) {
      const { isPaid, isGone, isAsked, isCharged, times } = paddle.truth(transactionId);
      expect(times <= 1, `${transactionId} went back ${times} times`);
      if (!isPaid) continue;
      const unmatched = unmatchedById.get(transactionId);
      if (unmatched) {
        expect(
          unmatched.chargedBack === isCharged,
          'an unmatched payment disagrees about its chargeback',
        );
        expect(
          (unmatched.refundedAt !== null) === isGone,
          'an unmatched payment disagrees about its refund',
        );
        const isBack = isGone || isCharged;
        const isKept = unmatched.refundAskedAt === null && isFlagged(unmatched.reason);
        expect(isBack || isKept || waits(unmatched), 'an unmatched payment is lost');
        expect(order.email !== '' || isBack || waits(unmatched), 'nobody to keep a payment for');
        continue;
      }
      expect(transactionId === own && podcast !== null, 'a payment is lost');
      expect(order.chargedBack === isCharged, 'chargedBack is wrong');
      const isDeleted = podcast?.status === 'deleted';
      expect(isDeleted || podcast?.withheld === isCharged, 'withheld is wrong');
      const isPromised = order.refundReason !== null;
      const status = isGone ? 'refunded' : isAsked || isPromised ? 'refund_pending' : 'paid';
      expect(order.status === status, `the order is ${order.status} instead of ${status}`);
      expect(
        wasDelivered || isDelivered(podcast) || isGone || isCharged || (isPromised && waits(order)),
        'what was not delivered is not given back',
      );
      expect(!isPromised || isGone || isCharged || waits(order), 'a promise is lost');
      const sent = await db.$count(emails, eq(emails.kind, 'refunded'));
      const isExpected = isGone && order.email !== '';
      expect(sent <= 1 && (!isExpected || sent === 1), `${sent} emails about the refund`);
    }
    expect((podcast !== null) === !['open', 'expired'].includes(order.status), 'sold for nothing');
    return wrong;
  }

  return { run, close: () => harness.close() };
}
