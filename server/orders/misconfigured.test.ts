import { eq, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Db } from '../db/open.ts';
import { letters, orders, providerCircuits } from '../db/tables.ts';
import { newToken } from '../db/tokens.ts';
import { openaiModerator, openaiProbe } from '../script/openai.ts';
import type { accountSettings } from '../standins/accounts.ts';
import type { faultSettings } from '../standins/faults.ts';
import { openaiStandin } from '../standins/openai/openai.ts';
import { eventually } from '../testing/eventually.ts';
import { episode, openShop, type Shop } from '../testing/shop.ts';
import { serveStandin } from '../testing/standin.ts';
import { openStudio, type Studio } from '../testing/studio.ts';
import { ordersKeptWaiting } from './late.ts';
import { ordersOwedARefund } from './refund.ts';

/*
 * Our own mistakes in configuration are nobody's refund: orders wait, nothing more is sold, and the
 * operator reads one letter. A row for each; the switches are those of the stand-ins.
 */

interface Mistake {
  faults?: z.input<typeof faultSettings>;
  accounts?: z.input<typeof accountSettings>;
}
type Row = [what: string, provider: string, mistake: Mistake];

const answers = (provider: 'openai' | 'elevenlabs', status: number): Mistake => ({
  faults: { [provider]: { errorRate: 1, status } },
});

/** Mistakes that show only when an episode is made. */
const MAKING: Row[] = [
  ['a key that OpenAI does not know', 'OpenAI', answers('openai', 401)],
  ['an OpenAI account without credit', 'OpenAI', answers('openai', 402)],
  ['an OpenAI key without a scope', 'OpenAI', answers('openai', 403)],
  ['an OpenAI model that does not exist', 'OpenAI', answers('openai', 404)],
  ['a parameter that OpenAI rejects in other words', 'OpenAI', answers('openai', 400)],
  ['a key that ElevenLabs does not know', 'ElevenLabs', answers('elevenlabs', 401)],
  ['an ElevenLabs quota that is used up', 'ElevenLabs', answers('elevenlabs', 402)],
  ['a sound format beyond the ElevenLabs plan', 'ElevenLabs', answers('elevenlabs', 403)],
  ['a request that ElevenLabs rejects in other words', 'ElevenLabs', answers('elevenlabs', 422)],
];

const paddle = (account: z.input<typeof accountSettings>['paddle']) => ({
  accounts: { paddle: account },
});

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

const toldOf = async (db: Db, kind: string) =>
  db
    .select({ about: letters.about })
    .from(letters)
    .where(like(letters.kind, `${kind}%`));

async function forget(db: Db): Promise<void> {
  await db.delete(letters);
  await db.delete(providerCircuits);
}

describe('while episodes are made', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await openStudio();
  });
  afterEach(async () => {
    await studio.setFaults({});
    await studio.setAccounts({});
    await forget(studio.db);
  });
  afterAll(() => studio.close());

  const whyClosed = () => studio.tools.till.whyClosed();

  /** An order that was paid a moment ago, and its episode. */
  async function pay(): Promise<number> {
    const { id } = await studio.order(1);
    await studio.db.insert(orders).values({
      ...{ topic: 'tides', tone: 'Normal', style: 'Conversation', duration: 1 },
      ...{ voice1Id: 'a', voice1Name: 'Ann', voice2Id: 'b', voice2Name: 'Bob' },
      ...{ publicId: newToken(), email: 'mira@example.com', listPrice: 399, total: 399 },
      ...{ status: 'paid' as const, paidAt: sql`now()`, podcastId: id },
    });
    return id;
  }
  async function mistake({ faults = {}, accounts = {} }: Mistake): Promise<void> {
    await studio.setFaults(faults);
    await studio.setAccounts(accounts);
  }

  it.each(MAKING)(
    '%s: orders wait, sales pause, one letter; they are made once it is put right',
    async (_what, provider, wrong) => {
      const ids = [await pay(), await pay()];
      await mistake(wrong);
      const making = Promise.all(ids.map((id) => studio.make(id)));
      await eventually('sales to pause', whyClosed, 60);
      for (const id of ids) {
        expect(await studio.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });
      }
      expect(await ordersOwedARefund(studio.db)).toEqual([]);

      await mistake({});
      for (const made of await making) expect(made).toMatchObject({ status: 'completed' });
      expect(await whyClosed()).toBeNull();
      expect(await toldOf(studio.db, 'refused')).toEqual([{ about: `provider:${provider}` }]);
      expect(await toldOf(studio.db, 'failed')).toEqual([]);
    },
    120_000,
  );

  it('an order of one alone that is rejected like our neutral request waits, and sales go on', async () => {
    const id = await pay();
    await mistake(answers('openai', 400));
    const making = studio.make(id);
    const isNoted = async () => (await studio.db.select().from(providerCircuits)).length;
    await eventually('the rejection to be noted', isNoted, 60);
    expect(await whyClosed()).toBeNull();
    expect(await studio.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });
    await mistake({});
    expect(await making).toMatchObject({ status: 'completed' });
    expect(await toldOf(studio.db, 'refused')).toEqual([]);
  }, 120_000);

  it.each([
    ['closes the till', 401],
    ['is met by one order alone', 400],
  ])(
    'after 24 hours the order is paid back all the same, where the mistake %s',
    async (_what, status) => {
      const id = await pay();
      await mistake(answers('openai', status));
      const making = studio.make(id);
      const isNoted = async () => (await studio.db.select().from(providerCircuits)).length;
      await eventually('the failure to be noted', isNoted, 60);
      expect(await ordersKeptWaiting(studio.db)).toEqual([]);
      const longAgo = sql`now() - interval '25 hours'`;
      await studio.db.update(orders).set({ paidAt: longAgo }).where(eq(orders.podcastId, id));
      expect(await ordersKeptWaiting(studio.db)).toMatchObject([{ order: { podcastId: id } }]);
      await studio.tools.finish.giveUp(id, 'It did not come back in time.');
      expect(await making).toMatchObject({ status: 'failed' });
    },
    120_000,
  );
});

describe('while orders are taken', () => {
  let shop: Shop;
  let openai: Awaited<ReturnType<typeof openOpenai>>;
  const openOpenai = () => serveStandin('openai', openaiStandin);
  beforeAll(async () => {
    openai = await openOpenai();
    const probe = openaiProbe({ ...openai.address, moderation: true });
    shop = await openShop({
      webhooks: false,
      moderator: openaiModerator(openai.address),
      probe: () => probe(AbortSignal.timeout(10_000)),
    });
  });
  afterEach(async () => {
    shop.paddle.accounts.write({});
    openai.faults.write({});
    await forget(shop.db);
  });
  afterAll(async () => {
    await shop.close();
    await openai.close();
  });

  const place = async () => (await shop.orders.place(await shop.buyer(), episode, null)).order.id;
  const reopening = () =>
    eventually('sales to go on', async () => {
      await shop.circuits.tend();
      return (await shop.till.whyClosed()) === null;
    });
  const refusal = (message: RegExp) => ({
    code: 'unavailable',
    message: expect.stringMatching(message),
  });

  it.each(SELLING)(
    '%s: checkout is closed with its own sentence and one letter, and opens by itself',
    async (_what, provider, { accounts = {} }) => {
      const buyer = await shop.buyer();
      const { id } = (await shop.orders.place(buyer, episode, null)).order;
      const checkout = () => shop.orders.checkout(buyer, id);
      shop.paddle.accounts.write(accounts);
      await expect(checkout()).rejects.toMatchObject(refusal(/checkout is being put right/));
      await expect(place()).rejects.toMatchObject(refusal(/Nothing was charged/));
      await expect(checkout()).rejects.toMatchObject(refusal(/checkout is being put right/));
      // As long as it is wrong, no probe opens it.
      const [before] = await shop.db.select().from(providerCircuits);
      await eventually('a probe', async () => {
        await shop.circuits.tend();
        const [now] = await shop.db.select().from(providerCircuits);
        return now && now.probes > (before?.probes ?? 0);
      });
      expect(await shop.till.whyClosed()).not.toBeNull();

      shop.paddle.accounts.write({});
      await reopening();
      expect(await checkout()).toMatchObject({ transactionId: expect.stringMatching(/^txn_/) });
      expect(await toldOf(shop.db, 'refused')).toEqual([{ about: `provider:${provider}` }]);
    },
  );

  it('a key without the right to moderate: no order is taken, one letter, and it opens by itself', async () => {
    openai.faults.write({ openai: { errorRate: 1, status: 401 } });
    await expect(place()).rejects.toMatchObject(refusal(/Nothing was charged/));
    await expect(place()).rejects.toMatchObject(refusal(/Nothing was charged/));
    openai.faults.write({});
    await reopening();
    expect(await place()).toEqual(expect.any(String));
    expect(await toldOf(shop.db, 'refused')).toEqual([{ about: 'provider:OpenAI' }]);
  });

  it('a moderation or a Paddle that is merely away pauses nothing', async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.orders.place(buyer, episode, null)).order;
    shop.paddle.faults.write({ paddle: { errorRate: 1, status: 503 } });
    await expect(shop.orders.checkout(buyer, id)).rejects.toMatchObject({ trouble: 'busy' });
    shop.paddle.faults.write({});
    expect(await shop.orders.checkout(buyer, id)).toHaveProperty('transactionId');
    expect(await shop.till.whyClosed()).toBeNull();
    expect(await toldOf(shop.db, 'refused')).toEqual([]);
  });
});
