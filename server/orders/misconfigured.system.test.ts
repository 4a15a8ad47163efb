import { desc, eq, isNotNull, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { accountSettings } from '../../standins/accounts.ts';
import { openaiStandin } from '../../standins/openai/openai.ts';
import { newToken } from '../base/db/newToken.ts';
import type { Db } from '../base/db/openDatabase.ts';
import { circuitBreakers, emails, orders } from '../base/db/tables.ts';
import { giveUpEpisode } from '../episodes/delivery/finish.ts';
import { mailOutage } from '../mail/outbox/outage.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, type OrdersHarness, openOrdersHarness } from '../testing/ordersHarness.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { serveStandin } from '../testing/standin.ts';
import { openaiModerator, openaiProbe } from '../writing/writer/openaiWriter.ts';
import { overdueOrders } from './reconcile.ts';
import { findRefundsDue } from './refund.ts';

/*
 * Our own mistakes in configuration are nobody's refund: orders wait, nothing more is sold, and the
 * operator reads one email. A row for each: what is wrong is the stand-in's account, as its dashboard
 * would show it, so that the providers' own answers are what is understood here.
 */

type Accounts = z.input<typeof accountSettings>;
type Row = [what: string, provider: string, accounts: Accounts];

const paddle = (account: Accounts['paddle']): Accounts => ({ paddle: account });

const MODERATION = 'omni-moderation-latest';

/** Mistakes that show only when an episode is made: first one of OpenAI's, then one of the voices'. */
const MAKING: [atOpenai: string, atElevenlabs: string, accounts: Accounts][] = [
  [
    'a model that is gone',
    'a model that is gone',
    { openai: { models: [MODERATION] }, elevenlabs: { models: ['eleven_v3'] } },
  ],
  [
    'an organisation that is not verified',
    'a format beyond the plan',
    { openai: { verified: false }, elevenlabs: { tier: 'creator', errors: 'new' } },
  ],
  [
    'an account without credit',
    'a quota that is spent',
    { openai: { quota: 'spent' }, elevenlabs: { credits: 100, used: 100, errors: 'both' } },
  ],
  [
    'a key that may not write',
    'a key that may not speak',
    {
      openai: { scopes: ['moderation', 'models'] },
      elevenlabs: { permissions: ['voices_read', 'models_read', 'user_read'], errors: 'new' },
    },
  ],
  ['a key that may not moderate', 'nothing', { openai: { scopes: ['chat', 'models'] } }],
  ['an unknown parameter', 'nothing', { openai: { lacks: ['prompt_cache_options'] } }],
];

/** Mistakes that show at checkout. */
const SELLING: Row[] = [
  ['a seller whom Paddle has not verified', 'Paddle', paddle({ onboarded: false })],
  ['no default payment link', 'Paddle', paddle({ paymentLink: null })],
  [
    'a Paddle key without the permission to sell',
    'Paddle',
    paddle({ key: { permissions: ['transaction.read'] } }),
  ],
  ['a Paddle key that has expired', 'Paddle', paddle({ key: { status: 'expired' } })],
];

/** A request that is rejected in words of which we know none. */
const REJECTS = { errorRate: 1, status: 400 };

const reportedOf = async (db: Db, kind: string) =>
  db
    .select({ about: emails.about })
    .from(emails)
    .where(like(emails.kind, `${kind}%`))
    .orderBy(desc(emails.about));

async function forget(db: Db): Promise<void> {
  await db.delete(emails);
  await db.delete(orders);
  await db.delete(circuitBreakers);
}

describe('while episodes are made', () => {
  let production: Production;
  let salesGate: Production['tools']['salesGate'];
  beforeAll(async () => {
    // A format that not every plan has.
    production = await openProduction({ format: 'pcm_44100' });
    salesGate = production.tools.salesGate;
  });
  afterEach(async () => {
    await production.setFaults({});
    await production.setAccounts({});
    await forget(production.db);
  });
  afterAll(() => production.close());

  const whyClosed = () => salesGate.pausedReason();

  /** An order that was paid a moment ago, and its episode. */
  async function pay(): Promise<number> {
    const { id } = await production.order(1);
    await production.db.insert(orders).values({
      ...{ topic: 'tides', tone: 'Normal', style: 'Conversation', duration: 1 },
      ...{ voice1Id: 'a', voice1Name: 'Ann', voice2Id: 'b', voice2Name: 'Bob' },
      ...{ publicId: newToken(), email: 'mira@example.com', listPrice: 399, total: 399 },
      ...{ status: 'paid' as const, paidAt: sql`now()`, podcastId: id },
      paddleTransactionId: `txn_${id}`,
    });
    return id;
  }
  /** Sales pause because of this provider; the orders wait, as if new, and cost nobody anything. */
  async function areWaiting(ids: number[], provider: string): Promise<void> {
    const isOut = async () =>
      (await salesGate.outages()).some((outage) => outage.provider === provider);
    await eventually(`sales to pause for ${provider}`, isOut, 60);
    expect(await whyClosed()).toMatch(/Nothing was charged/);
    for (const id of ids) {
      expect(await production.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });
    }
    expect(await findRefundsDue(production.db)).toEqual([]);
  }
  /** The orders are delivered, sales go on, and one email is written about each of the providers. */
  async function isOver(making: ReturnType<Production['make']>[], providers: string[]) {
    for (const made of await Promise.all(making)) {
      expect(made).toMatchObject({ status: 'completed' });
    }
    expect(await whyClosed()).toBeNull();
    expect(await findRefundsDue(production.db)).toEqual([]);
    const expected = providers.map((provider) => ({ about: `provider:${provider}` }));
    expect(await reportedOf(production.db, 'refused')).toEqual(expected);
    expect(await reportedOf(production.db, 'failed')).toEqual([]);
  }

  it.each(MAKING)(
    'OpenAI: %s; ElevenLabs: %s: the order waits, sales pause, one email each; all resumes once it is fixed',
    async (_one, _other, { openai, elevenlabs }) => {
      const id = await pay();
      await production.setAccounts({ openai, elevenlabs });
      const making = production.make(id);
      await areWaiting([id], 'OpenAI');
      await production.setAccounts({ elevenlabs });
      if (elevenlabs) await areWaiting([id], 'ElevenLabs');
      await production.setAccounts({});
      await isOver([making], elevenlabs ? ['OpenAI', 'ElevenLabs'] : ['OpenAI']);
    },
    120_000,
  );

  it('two orders that are rejected with an unknown error wait, sales pause, one email per provider; all resumes once they are served', async () => {
    const ids = [await pay(), await pay()];
    const elevenlabs = { errorRate: 1, status: 422 };
    await production.setFaults({ openai: REJECTS, elevenlabs });
    const making = ids.map((id) => production.make(id));
    await areWaiting(ids, 'OpenAI');
    await production.setFaults({ elevenlabs });
    await areWaiting(ids, 'ElevenLabs');
    await production.setFaults({});
    await isOver(making, ['OpenAI', 'ElevenLabs']);
  }, 120_000);

  it('an episode that fails for good is owed a refund, so that the lists above could be other than empty', async () => {
    const id = await pay();
    await giveUpEpisode(production.tools, id, 'It did not work.');
    expect(await findRefundsDue(production.db)).toMatchObject([{ order: { podcastId: id } }]);
  });

  it('an unverified sender: the episode is made, sales go on, its email waits, and the operator gets one', async () => {
    const { db } = production;
    const id = await pay();
    await production.setAccounts({ smtp: { verified: false } });
    expect(await production.make(id)).toMatchObject({ status: 'completed' });
    const sent = () =>
      db.select({ about: emails.about }).from(emails).where(isNotNull(emails.sentAt));
    expect(await sent()).toEqual([]);
    expect(await mailOutage(db)).toMatchObject({ reason: 'refused' });
    expect(await whyClosed()).toBeNull();
    expect(await findRefundsDue(db)).toEqual([]);

    await production.setAccounts({});
    await db.update(emails).set({ nextAttemptAt: sql`now()` });
    await production.tools.outbox.deliver();
    expect(await mailOutage(db)).toBeNull();
    expect(await reportedOf(db, 'refused')).toEqual([{ about: 'provider:SMTP' }]);
    expect(await sent()).toEqual(
      expect.arrayContaining([{ about: `podcast:${id}` }, { about: 'provider:SMTP' }]),
    );
  });

  it('an order of one alone that is rejected like our neutral request waits, and sales go on', async () => {
    const id = await pay();
    await production.setFaults({ openai: REJECTS });
    const making = production.make(id);
    const isNoted = async () => (await production.db.select().from(circuitBreakers)).length;
    await eventually('the rejection to be noted', isNoted, 60);
    expect(await whyClosed()).toBeNull();
    expect(await production.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });
    await production.setFaults({});
    expect(await making).toMatchObject({ status: 'completed' });
    expect(await reportedOf(production.db, 'refused')).toEqual([]);
  }, 120_000);

  it.each([
    ['pauses sales', 401],
    ['affects one order only', 400],
  ])(
    'after 24 hours the order is refunded all the same, where the mistake %s',
    async (_what, status) => {
      const id = await pay();
      await production.setFaults({ openai: { errorRate: 1, status } });
      const making = production.make(id);
      const isNoted = async () => (await production.db.select().from(circuitBreakers)).length;
      await eventually('the failure to be noted', isNoted, 60);
      expect(await overdueOrders(production.db)).toEqual([]);
      const longAgo = sql`now() - interval '25 hours'`;
      await production.db.update(orders).set({ paidAt: longAgo }).where(eq(orders.podcastId, id));
      expect(await overdueOrders(production.db)).toMatchObject([{ order: { podcastId: id } }]);
      await giveUpEpisode(production.tools, id, 'It did not come back in time.');
      expect(await making).toMatchObject({ status: 'failed' });
    },
    120_000,
  );
});

describe('while orders are taken', () => {
  let harness: OrdersHarness;
  let model: Awaited<ReturnType<typeof openOpenai>>;
  const openOpenai = () => serveStandin('openai', openaiStandin);
  beforeAll(async () => {
    model = await openOpenai();
    const probe = openaiProbe({ ...model.address, moderation: true });
    harness = await openOrdersHarness({
      webhooks: false,
      moderator: openaiModerator(model.address),
      probe: () => probe(AbortSignal.timeout(10_000)),
    });
  });
  afterEach(async () => {
    harness.paddle.accounts.write({});
    model.accounts.write({});
    await forget(harness.db);
  });
  afterAll(async () => {
    await harness.close();
    await model.close();
  });

  const place = async () => (await harness.orders.place(await harness.buyer(), episode)).order.id;
  const reopening = () =>
    eventually('sales to go on', async () => {
      await harness.circuits.probeDueCircuits();
      return (await harness.salesGate.pausedReason()) === null;
    });
  const refusal = (message: RegExp) => ({
    code: 'unavailable',
    message: expect.stringMatching(message),
  });

  it.each(SELLING)(
    '%s: checkout is paused with its own message and one email, and resumes by itself',
    async (_what, provider, accounts) => {
      const buyer = await harness.buyer();
      const { id } = (await harness.orders.place(buyer, episode)).order;
      const checkout = () => harness.orders.checkout(buyer, id);
      harness.paddle.accounts.write(accounts);
      await expect(checkout()).rejects.toMatchObject(refusal(/checkout is being fixed/));
      await expect(place()).rejects.toMatchObject(refusal(/Nothing was charged/));
      await expect(checkout()).rejects.toMatchObject(refusal(/checkout is being fixed/));
      // As long as it is wrong, no probe opens it.
      const [before] = await harness.db.select().from(circuitBreakers);
      await eventually('a probe', async () => {
        await harness.circuits.probeDueCircuits();
        const [now] = await harness.db.select().from(circuitBreakers);
        return now && now.probes > (before?.probes ?? 0);
      });
      expect(await harness.salesGate.pausedReason()).not.toBeNull();

      harness.paddle.accounts.write({});
      await reopening();
      expect(await checkout()).toMatchObject({ transactionId: expect.stringMatching(/^txn_/) });
      expect(await reportedOf(harness.db, 'refused')).toEqual([{ about: `provider:${provider}` }]);
    },
  );

  it('a key without moderation permission: orders are refused, the operator gets one email, and sales resume by themselves', async () => {
    model.accounts.write({ openai: { scopes: ['chat', 'models'] } });
    await expect(place()).rejects.toMatchObject(refusal(/Nothing was charged/));
    await expect(place()).rejects.toMatchObject(refusal(/Nothing was charged/));
    // It is enough that it may do what we need of it: not to list the models.
    model.accounts.write({ openai: { scopes: ['chat', 'moderation'] } });
    await reopening();
    expect(await place()).toEqual(expect.any(String));
    expect(await reportedOf(harness.db, 'refused')).toEqual([{ about: 'provider:OpenAI' }]);
  });

  it('a moderation or a Paddle that is merely away pauses nothing', async () => {
    const buyer = await harness.buyer();
    const { id } = (await harness.orders.place(buyer, episode)).order;
    harness.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await expect(harness.orders.checkout(buyer, id)).rejects.toMatchObject({ trouble: 'busy' });
    harness.paddle.faults.write({});
    expect(await harness.orders.checkout(buyer, id)).toHaveProperty('transactionId');
    expect(await harness.salesGate.pausedReason()).toBeNull();
    expect(await reportedOf(harness.db, 'refused')).toEqual([]);
  });
});
