import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { OrderRequest } from '#shared/order.ts';
import { DURATIONS } from '#shared/pricing.ts';
import { Problem } from '#shared/problem.ts';
import { orders, podcasts } from '../base/db/tables.ts';
import { episode, type OrdersHarness } from './ordersHarness.ts';
import { sendEvent, transactionEvent } from './paddleEvents.ts';
import { openSeededRandom, type SeededRandom } from './random.ts';

type Buyer = Awaited<ReturnType<OrdersHarness['buyer']>>;
type Code = Awaited<ReturnType<OrdersHarness['code']>>;

/** Shares of what buyers do with an order, percent. */
const FATES = {
  pays: 45,
  'is declined, then pays': 12,
  'leaves before the checkout': 8,
  'leaves at the checkout': 12,
  'lets the order expire': 8,
  'pays after the order expired': 8,
  'pays after Paddle reported a cancellation': 7,
} as const;
type Fate = keyof typeof FATES;
const fates = Object.entries(FATES).flatMap(([fate, n]) => Array<Fate>(n).fill(fate as Fate));

/** From 85 % on, the shortest episode costs less than Paddle's minimum of 70 cents. */
const CODES = [
  { discountPercent: 10 },
  { discountPercent: 33, maxUses: 6 },
  { discountPercent: 50, maxUses: 12 },
  { discountPercent: 50, minimumDuration: 20 },
  { discountPercent: 85, maxUses: 15 },
  { discountPercent: 88, maxUses: 5 },
  { discountPercent: 95 },
  { discountPercent: 100, maxUses: 8 },
  { discountPercent: 0 },
  { discountPercent: 100, expiresAt: new Date(Date.now() - 1000) },
  { discountPercent: 100, isActive: false },
] as const;

export async function openOrderSimulation(harness: OrdersHarness, seed: number) {
  const codes: Code[] = [];
  for (const code of CODES) codes.push(await harness.code(code));
  const buyers: { buyer: Buyer; random: SeededRandom }[] = [];
  for (let n = 0; n < 40; n++) {
    buyers.push({ buyer: await harness.buyer(), random: openSeededRandom(seed + 1000 + n) });
  }
  const random = openSeededRandom(seed);
  const happened = new Map<string, number>();
  const note = (what: string) => happened.set(what, (happened.get(what) ?? 0) + 1);
  /** Orders that support or Paddle's staff refunded. */
  const byHand = new Set<string>();

  /** Retries internal failures a few times, as a person does; a `Problem` is final. */
  async function retry<T>(act: () => Promise<T>): Promise<T | null> {
    for (let tries = 0; tries < 6; tries++) {
      try {
        return await act();
      } catch (error) {
        if (error instanceof Problem) {
          note(`refused: ${error.code}`);
          return null;
        }
      }
    }
    note('gave up trying');
    return null;
  }

  function requestOf(random: SeededRandom): OrderRequest {
    const request = {
      ...episode,
      topic: `Topic ${randomUUID()}`,
      duration: random.pick(DURATIONS),
    };
    if (random.chance(0.25)) return { ...request, duration: 10, useBonus: true };
    if (random.chance(0.65)) return { ...request, discountCode: random.pick(codes).code };
    return request;
  }

  /** Takes an order from the form on. A refused one is sent again without code and bonus. */
  async function buy({ buyer, random }: { buyer: Buyer; random: SeededRandom }): Promise<void> {
    const fate = random.pick(fates);
    const { discountCode: _code, useBonus: _bonus, ...plain } = requestOf(random);
    const wanted = { ...plain, discountCode: _code, ...(_bonus ? { useBonus: true } : {}) };
    const order =
      (await place(buyer, wanted)) ?? (await place(buyer, { ...plain, discountCode: undefined }));
    if (!order) throw new Error('an order without a code was refused');
    note(fate);
    if (fate === 'leaves before the checkout') return;

    // Sometimes a double click.
    const open = () => retry(() => harness.orders.checkout(buyer, order.id));
    const [opened] = await Promise.all(random.chance(0.2) ? [open(), open()] : [open()]);
    if (!opened || !('transactionId' in opened)) return;
    const { transactionId } = opened;
    if (fate === 'leaves at the checkout') return;
    if (fate === 'lets the order expire') return harness.makeOverdue(order.id);
    if (fate === 'pays after the order expired') {
      await harness.makeOverdue(order.id);
      // Reconciles first, which raises the price of a discounted order at Paddle.
      if (order.discountAmount > 0) await harness.orders.reconcile().catch(() => {});
    }
    if (fate === 'is declined, then pays') await press('decline', transactionId);
    if (fate === 'pays after Paddle reported a cancellation') {
      const sale = { id: order.id, transactionId, cents: order.total };
      const { webhookSecret } = harness.paddle.address;
      await sendEvent(harness.webhook, webhookSecret, transactionEvent(sale, 'canceled'));
    }
    await press('pay', transactionId);
    // The page polls right after payment, concurrently with the webhook and reconciliation.
    if (random.chance(0.5)) await retry(() => harness.orders.checkout(buyer, order.id));
  }

  async function place(buyer: Buyer, request: OrderRequest) {
    const key = randomUUID();
    return (
      (await retry(() => harness.orders.place(buyer, request, { idempotencyKey: key })))?.order ??
      null
    );
  }

  /** A transaction that was closed in the meantime cannot be paid. */
  const press = (act: 'pay' | 'decline', transactionId: string) =>
    harness.press(act, transactionId).catch(() => note(`could not ${act}`));

  async function produce({ all = false } = {}): Promise<void> {
    const given = await harness.db
      .select({ id: podcasts.id, duration: podcasts.duration })
      .from(podcasts)
      .where(eq(podcasts.status, 'processing'));
    for (const { id, duration } of given) {
      const luck = openSeededRandom(seed * 31 + id);
      const ending = luck.roll();
      if (ending > 0.85 && !all) continue;
      if (ending < 0.12) {
        note('could not be made');
        await end(id, { status: 'failed', failure: 'It could not be written.' });
      } else if (ending < 0.15 && (await keepWaiting(id))) {
        note('was kept waiting');
      } else {
        const isOff = ending < 0.25;
        note(isOff ? 'missed its length' : 'was delivered');
        const lengthError =
          (isOff ? 0.06 + luck.roll() / 5 : luck.roll() / 30) * luck.pick([-1, 1]);
        await end(id, {
          status: 'completed',
          stage: 'emailing',
          quality: { lengthError, loudness: -16, truePeak: -1.2 },
          durationSeconds: duration * 60 * (1 + lengthError),
          completedAt: new Date(),
        });
      }
    }
  }

  async function keepWaiting(podcastId: number): Promise<boolean> {
    const kept = await harness.db
      .update(orders)
      .set({ paidAt: sql`now() - interval '25 hours'` })
      .where(and(eq(orders.podcastId, podcastId), eq(orders.status, 'paid')))
      .returning({ id: orders.id });
    return kept.length > 0;
  }

  const end = (id: number, how: Partial<typeof podcasts.$inferInsert>) =>
    harness.db
      .update(podcasts)
      .set(how)
      .where(and(eq(podcasts.id, id), eq(podcasts.status, 'processing')));

  /** Refunds some orders with the admin's button; the process may die half-way. */
  async function refundSome(count: number): Promise<void> {
    const paid = await harness.db
      .select({ publicId: orders.publicId })
      .from(orders)
      .where(and(eq(orders.status, 'paid'), isNotNull(orders.paddleTransactionId)))
      .orderBy(sql`random()`)
      .limit(count);
    for (const { publicId } of paid) {
      const begun = await harness.db
        .transaction((tx) => harness.orders.beginRefund(tx, publicId))
        .catch(() => null);
      if (!begun) continue;
      byHand.add(publicId);
      note('was refunded by hand');
      // Twice at once, like a double click, or not at all, like a crash in between.
      const finish = () => harness.orders.finishRefund(publicId).catch(() => {});
      if (random.chance(0.7)) await Promise.all([finish(), finish()]);
    }
  }

  return {
    codes,
    happened,
    byHand,
    refundSome,
    produce,
    async open(count: number): Promise<void> {
      let isOpen = true;
      const periodicJob = async () => {
        while (isOpen) {
          await harness.orders.reconcile().catch(() => {});
          await produce();
          await wait(400);
        }
      };
      const jobs = [periodicJob(), periodicJob()];
      const rounds = Array.from({ length: count }, (_, n) => n);
      await Promise.all(
        buyers.map(async (one, index) => {
          for (const n of rounds) if (n % buyers.length === index) await buy(one);
        }),
      );
      isOpen = false;
      await Promise.all(jobs);
    },
    /** Reconciles until only orders that wait for a deadline are left. Throws after `seconds`. */
    async settle(seconds: number): Promise<void> {
      const deadline = Date.now() + seconds * 1000;
      for (;;) {
        await produce({ all: true });
        await harness.orders.reconcile();
        const left = await unsettled(harness);
        if (!left.length) return;
        if (Date.now() > deadline) throw new Error(`still unsettled: ${left.join('; ')}`);
        await wait(100);
      }
    },
  };
}

async function unsettled(harness: OrdersHarness): Promise<string[]> {
  const { rows } = await harness.db.execute<{ what: string }>(sql`
    select 'event ' || event_id as what from payment_events where handled_at is null
    union all
    select 'order ' || id || ' ' || status from orders
      where status = 'refund_pending' or (status = 'open' and flag is null and expires_at <= now())
    union all
    select 'podcast ' || podcasts.id || ' ' || podcasts.status
      from podcasts join orders on podcast_id = podcasts.id
      where podcasts.status = 'processing' or (orders.status = 'paid' and total > 0 and flag is null
        and (podcasts.status = 'failed' or abs((quality->>'lengthError')::float) > 0.05))
        or (podcasts.status = 'failed' and benefits_returned_at is null
            and (is_bonus or discount_reserved))`);
  const waiting = await harness.db
    .select({ publicId: orders.publicId, transactionId: orders.paddleTransactionId })
    .from(orders)
    .where(and(inArray(orders.status, ['open', 'expired']), isNotNull(orders.paddleTransactionId)));
  const charged = new Set(
    harness.paddle.purchaseLog
      .read()
      .flatMap((entry) => (entry.kind === 'charge' ? [entry.transactionId] : [])),
  );
  return [
    ...rows.map(({ what }) => what),
    ...waiting
      .filter(({ transactionId }) => charged.has(transactionId ?? ''))
      .map(({ publicId }) => `the payment of ${publicId}`),
  ];
}
