import { and, eq, isNotNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { removeAccount } from '../account/remove.ts';
import { emails, orders, podcasts, strayPayments } from '../db/tables.ts';
import type { PaymentEvent } from '../payments/payments.ts';
import { episode, openOrdersHarness } from './orders.ts';
import { modelOfPaddle } from './paddleModel.ts';

/** What may happen to one order's money, by those who have a hand in it. */
const ACTS = {
  buyer: [
    'the buyer pays by another transaction',
    'the account is deleted',
    'the price in the order changes',
    'support gives strays back',
  ],
  episode: [
    'the episode fails',
    'the episode is delivered',
    'the episode misses its length',
    'a day passes',
    'support refunds',
  ],
  refund: [
    'a refund is begun at Paddle',
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
    'the bank gives in',
  ],
  fault: [
    'the process dies',
    'Paddle is away',
    'an answer of Paddle is lost',
    'a webhook is lost',
    'Paddle tells something again',
  ],
  always: ['the buyer pays', 'Paddle tells something', 'the errand runs'],
} as const;
type Act = (typeof ACTS)[keyof typeof ACTS][number];
interface Step {
  act: Act;
  /** Chooses where there is something to choose. */
  n: number;
}
export interface History {
  steps: Step[];
  /** Paddle's people refuse whatever is left in the end, instead of approving it. */
  isStubborn: boolean;
  /** In the end Paddle tells everything once more. */
  isToldAgain: boolean;
}

const told = 'Paddle tells something';
const asked = 'the errand runs';
/** Acts that matter only one after another, which chance alone hardly ever puts so. */
const STORIES: Act[][] = [
  ['a refund is begun at Paddle', told, 'Paddle rejects', told, 'the episode fails', asked, asked],
  ['the episode misses its length', asked, 'Paddle rejects', told, 'an hour passes', asked],
  ['support refunds', 'Paddle approves', told, told, 'Paddle reverses a refund', told, asked],
  ['the bank charges back', told, 'the bank gives in', told, told, told],
  ['the bank charges a part back', told, 'the bank gives in', told, told],
  ['the buyer pays by another transaction', told, told, 'support gives strays back', asked],
  ['the process dies', 'the episode fails', asked, asked],
  ['Paddle is away', 'support refunds', asked],
  ['an answer of Paddle is lost', 'support refunds', asked],
];
/** What came before Paddle told of the payment: most are heard of at once. */
const OPENINGS: Act[][] = [
  ['the buyer pays', told, told],
  ['the buyer pays', told, told],
  ['the buyer pays'],
  ['the account is deleted', 'the buyer pays', told, told],
  ['the price in the order changes', 'the buyer pays', told, told],
];

/** Steps of the acts that one of `choices` holds. */
function stepsOf(choices: fc.Arbitrary<Act[]>): fc.Arbitrary<Step[]> {
  const longest = Math.max(...[...STORIES, ...OPENINGS].map(({ length }) => length));
  const numbers = fc.array(fc.nat(1000), { minLength: longest, maxLength: longest });
  return fc
    .tuple(choices, numbers)
    .map(([acts, ns]) => acts.map((act, place) => ({ act, n: ns[place] ?? 0 })));
}

/** Any history by some of them: of all at once, two acts that have to meet would hardly ever do. */
export const histories: fc.Arbitrary<History> = fc
  .subarray(['buyer', 'episode', 'refund', 'bank', 'fault'] as const, {
    minLength: 1,
    maxLength: 3,
  })
  .chain((some) => {
    const act = fc.constantFrom<Act>(...some.flatMap((who) => [...ACTS[who]]), ...ACTS.always);
    const next = stepsOf(
      fc.oneof(
        { weight: 6, arbitrary: act.map((one) => [one]) },
        { weight: 1, arbitrary: fc.constantFrom(...STORIES) },
      ),
    );
    return fc.record({
      steps: fc
        .tuple(
          stepsOf(fc.constantFrom(...OPENINGS)),
          fc.array(next, { minLength: 3, maxLength: 7 }),
        )
        .map(([opening, rest]) => [...opening, ...rest.flat()]),
      isStubborn: fc.boolean(),
      isToldAgain: fc.boolean(),
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

/** Everything that a history leaves. */
const FORGET = `delete from adjustments; delete from stray_payments; delete from payment_events;
  delete from emails; delete from orders; delete from podcasts; delete from jobs;`;

/** A harness whose Paddle is the model, for one history after another; `close` when done. */
export async function openLedgers() {
  const paddle = modelOfPaddle();
  const harness = await openOrdersHarness({ webhooks: false, payments: paddle.payments });
  const { db } = harness;
  /** Statements until the process dies; null for none. */
  let untilDeath: number | null = null;
  /** Whether the statement that it dies at is done. */
  let isDone = false;
  await harness.restart(() => {
    if (untilDeath === null) return false;
    if (untilDeath-- > 0) return false;
    if (untilDeath < -1) untilDeath = null;
    return untilDeath !== null || isDone;
  });

  async function begin() {
    // Of a few rows: to truncate makes new files, which takes longer than the whole history.
    await db.execute(sql.raw(FORGET));
    paddle.forget();
    untilDeath = null;
    hadAllOfIt = false;
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
    await db.update(strayPayments).set({ refundDueAt: sql`${strayPayments.refundDueAt} - ${by}` });
  }

  async function supportRefunds({ id }: Sale) {
    await db.transaction((tx) => harness.orders.beginRefund(tx, id));
    await harness.orders.finishRefund(id);
  }

  async function supportGivesStraysBack({ id }: Sale) {
    for (const { transactionId } of await db.select().from(strayPayments)) {
      await db.transaction((tx) => harness.orders.beginStrayRefund(tx, id, transactionId));
      await harness.orders.finishRefund(id);
    }
  }

  /** What the buyer had, where the account is gone: its rows no longer tell. */
  let hadAllOfIt = false;
  async function deleteAccount({ buyer }: Sale) {
    const { supportEmail, outbox } = harness;
    const [podcast] = await db.select().from(podcasts);
    await removeAccount({ db, outbox, supportEmail, storage: { remove: async () => {} } }, buyer);
    hadAllOfIt = isDelivered(podcast);
  }

  async function payByAnother({ id }: Sale) {
    const { transactionId } = await paddle.payments.open({
      orderId: id,
      description: 'Another',
      total: 399,
    });
    paddle.pay(transactionId);
  }

  /** Runs a history to its end: whatever Paddle has to tell is told, and waits are over. */
  async function run({ steps, isStubborn, isToldAgain }: History): Promise<string[]> {
    const sale = await begin();
    const { transactionId } = sale;
    const { orders: rooms } = harness;
    /** Events by their place that nobody has heard, and those that are never told. */
    const heard = new Set<number>();
    const lost = new Set<number>();
    const open = () => [...paddle.events().keys()].filter((n) => !heard.has(n) && !lost.has(n));
    async function notify(place: number | undefined) {
      const event = paddle.events()[place ?? -1];
      if (place === undefined || !event) return;
      heard.add(place);
      await rooms.receiveEvent(event);
    }

    const acts: Record<Step['act'], (n: number) => unknown> = {
      'the buyer pays': () => paddle.pay(transactionId),
      'the buyer pays by another transaction': () => payByAnother(sale),
      'the account is deleted': () => deleteAccount(sale),
      'the price in the order changes': () =>
        db.update(orders).set({ total: 70 }).where(eq(orders.status, 'open')),
      'Paddle tells something': (n) => notify(open().at(n % Math.max(1, open().length))),
      'Paddle tells something again': (n) => notify([...heard].at(n % Math.max(1, heard.size))),
      // Nobody but its webhook tells of a transaction that is not ours.
      'a webhook is lost': (n) => {
        const ours = open().filter((place) => isAbout(paddle.events()[place], transactionId));
        lost.add(ours.at(n % Math.max(1, ours.length)) ?? -1);
      },
      'the errand runs': () => rooms.reconcile(),
      'an hour passes': () => earlier(1),
      'a day passes': () => earlier(24),
      'the process dies': (n) => {
        untilDeath = n % 12;
        isDone = n % 2 === 1;
      },
      'Paddle is away': () => paddle.nextCallIs('away'),
      'an answer of Paddle is lost': () => paddle.nextCallIs('answer lost'),
      'the episode fails': () => produced({ status: 'failed' }),
      'the episode is delivered': () => produced({ status: 'completed' }),
      'the episode misses its length': () => produced(missed),
      'support refunds': () => supportRefunds(sale),
      'support gives strays back': () => supportGivesStraysBack(sale),
      'a refund is begun at Paddle': () => paddle.begin(transactionId, 'refund', 'full'),
      'a part is refunded at Paddle': () => paddle.begin(transactionId, 'refund', 'partial'),
      'Paddle approves': () => paddle.decide('refund', 'approved'),
      'Paddle rejects': () => paddle.decide('refund', 'rejected'),
      'Paddle reverses a refund': () => paddle.decide('refund', 'reversed'),
      'the bank charges back': () => paddle.begin(transactionId, 'chargeback', 'full'),
      'the bank charges a part back': () => paddle.begin(transactionId, 'chargeback', 'partial'),
      'the bank warns': () => paddle.begin(transactionId, 'chargeback_warning', 'full'),
      'the bank gives in': () => paddle.decide('chargeback', 'reversed'),
    };
    for (const { act, n } of steps) {
      // A person is refused, a provider is away, the process dies: nobody is left to be told.
      await Promise.resolve(acts[act](n)).catch(() => {});
    }
    untilDeath = null;
    paddle.nextCallIs(null);
    await settleAll(isStubborn, open, notify);
    const wrong = await judge(transactionId);
    if (!isToldAgain) return wrong;
    // All over again, in order: nothing may change.
    const end = await find();
    for (const event of paddle.events()) {
      await rooms.receiveEvent({ ...event, id: `again_${event.id}` } as typeof event);
    }
    await rooms.reconcile();
    const again = await find();
    if (again !== end) wrong.push(`told again, ${end} became ${again}`);
    return wrong;
  }

  async function settleAll(
    isStubborn: boolean,
    open: () => number[],
    notify: (place: number) => Promise<void>,
  ) {
    let stood = '';
    for (let rounds = 0; rounds < 12; rounds++) {
      for (const place of open().toReversed()) await notify(place);
      await harness.orders.reconcile();
      await produced({ status: 'completed' });
      while (paddle.decide('refund', isStubborn ? 'rejected' : 'approved'));
      // What waits for its hour waits no longer.
      const due = { refundDueAt: sql`now()` };
      await db.update(orders).set(due).where(isNotNull(orders.refundDueAt));
      await db.update(strayPayments).set(due).where(isNotNull(strayPayments.refundDueAt));
      const stands = `${open().length} to be told; ${await find()}`;
      if (stands === stood) return;
      stood = stands;
    }
  }

  /** What must not depend on how things were told. */
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
    const strays = await db
      .select({
        refundId: strayPayments.refundId,
        isDue: isNotNull(strayPayments.refundDueAt),
        chargedBack: strayPayments.chargedBack,
      })
      .from(strayPayments)
      .orderBy(strayPayments.seenAt);
    return JSON.stringify({ money, strays });
  }

  /** What came in = what was delivered + what went back + what waits. Resolves with what is wrong. */
  async function judge(own: string): Promise<string[]> {
    const [row] = await db
      .select({ order: orders, podcast: podcasts })
      .from(orders)
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId));
    if (!row) return ['the order is gone'];
    const { order, podcast } = row;
    const wrong: string[] = [];
    const expect = (holds: boolean, what: string) => holds || wrong.push(what);
    const strays = new Map(
      (await db.select().from(strayPayments)).map((stray) => [stray.transactionId, stray]),
    );
    const isTold = (reason: string) => order.flags.some((flag) => flag.reason.includes(reason));
    const waits = ({
      refundId,
      refundDueAt,
    }: {
      refundId: string | null;
      refundDueAt: Date | null;
    }) => refundId !== null || refundDueAt !== null || isTold('has refused the refund');

    for (const transactionId of paddle.transactions()) {
      const { isPaid, isGone, isAsked, isCharged, times } = paddle.truth(transactionId);
      expect(times <= 1, `${transactionId} went back ${times} times`);
      if (!isPaid) continue;
      const stray = strays.get(transactionId);
      if (stray) {
        expect(stray.chargedBack === isCharged, 'a stray disagrees about its chargeback');
        expect((stray.refundedAt !== null) === isGone, 'a stray disagrees about its refund');
        const isBack = isGone || isCharged;
        const isKept = stray.refundAskedAt === null && isTold(stray.reason);
        expect(isBack || isKept || waits(stray), 'a stray payment is lost');
        expect(order.email !== '' || isBack || waits(stray), 'nobody to keep a payment for');
        continue;
      }
      expect(transactionId === own && podcast !== null, 'a payment is lost');
      expect(order.chargedBack === isCharged, 'chargedBack is wrong');
      const isDeleted = podcast?.status === 'deleted';
      expect(isDeleted || podcast?.withheld === isCharged, 'withheld is wrong');
      const isOwed = order.refundReason !== null;
      const status = isGone ? 'refunded' : isAsked || isOwed ? 'refund_pending' : 'paid';
      expect(order.status === status, `the order is ${order.status} instead of ${status}`);
      expect(
        hadAllOfIt || isDelivered(podcast) || isGone || isCharged || (isOwed && waits(order)),
        'what was not delivered is not given back',
      );
      expect(!isOwed || isGone || isCharged || waits(order), 'a promise is lost');
      const told = await db.$count(emails, eq(emails.kind, 'refunded'));
      const isTellable = isGone && order.email !== '';
      expect(told <= 1 && (!isTellable || told === 1), `${told} letters tell of the refund`);
    }
    expect((podcast !== null) === !['open', 'expired'].includes(order.status), 'sold for nothing');
    return wrong;
  }

  return { run, close: () => harness.close() };
}
