import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresReply, healthReply, podcastList, userList } from '#shared/admin.ts';
import {
  circuitBreakers,
  expenses,
  instances,
  orders,
  podcasts,
  users,
} from '../../base/db/tables.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { aPodcast } from '../../testing/builders.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
afterAll(() => app.close());

const get = async (path: string) => (await app.admin.get(`/api/admin/${path}`).expect(200)).body;
const listed = async (query = '') => podcastList.parse(await get(`podcasts?${query}`)).podcasts;

const clip = { provider: 'ElevenLabs', characters: 100, microdollars: 5_000 };
const order = {
  topic: 'Tides',
  tone: 'Normal',
  style: 'Conversation',
  duration: 10,
  voice1Id: 'a',
  voice1Name: 'Ann',
  voice2Id: 'b',
  voice2Name: 'Bob',
  email: 'ann@example.com',
  listPrice: 399,
  total: 399,
  status: 'paid' as const,
  paidAt: sql`now()`,
};

it('an episode lists its costs and its revenue, which drops to zero with a refund', async () => {
  const { id, publicId } = await aPodcast(app.db);
  const find = async () => (await listed()).find((one) => one.publicId === publicId);
  expect(await find()).toMatchObject({ costs: null, revenueCents: 0 });
  await app.db
    .insert(expenses)
    .values([
      { ...clip, podcastId: id },
      { ...clip, podcastId: id },
      { provider: 'OpenAI', podcastId: id, inputTokens: 900, outputTokens: 80, microdollars: 130 },
      clip,
    ]);
  await app.db.insert(orders).values({ ...order, publicId: 'with-episode', podcastId: id });
  expect(await find()).toMatchObject({
    costs: {
      inputTokens: 900,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 80,
      characters: 200,
      microdollars: 10_130,
    },
    revenueCents: 399,
  });
  await app.db
    .update(orders)
    .set({ status: 'refunded', refundedAt: sql`now()` })
    .where(eq(orders.publicId, 'with-episode'));
  expect(await find()).toMatchObject({ revenueCents: 0 });
});

it('a chargeback removes an order’s revenue from every figure until it is reversed', async () => {
  await app.db.delete(orders);
  const { id, publicId } = await aPodcast(app.db);
  const account = { email: 'charged@example.com', username: 'charged' };
  const [user] = await app.db.insert(users).values(account).returning();
  await app.db
    .insert(orders)
    .values({ ...order, publicId: 'charged', podcastId: id, userId: user?.id ?? 0 });
  const charge = (chargedBack: boolean, more: object = {}) =>
    app.db.update(orders).set({ chargedBack, chargebackChangedAt: sql`now()`, ...more });
  const look = async () => {
    const episode = (await listed()).find((one) => one.publicId === publicId);
    const [buyer] = userList.parse(await get(`users?q=${account.email}`)).users;
    const { totals, today, days, lengths } = figuresReply.parse(await get('figures')).figures;
    const lost = [totals, days.at(-1), lengths[0]].map((sums) => [
      sums?.refunds,
      sums?.refundedCents,
    ]);
    return { earned: [episode?.revenueCents, buyer?.spent, today.cents], lost };
  };
  const kept = { earned: [399, 399, 399], lost: Array(3).fill([0, 0]) };
  const gone = { earned: [0, 0, 0], lost: Array(3).fill([1, 399]) };
  expect(await look()).toEqual(kept);
  await charge(true);
  expect(await look()).toEqual(gone);
  await charge(false);
  expect(await look()).toEqual(kept);
  // Charged back and refunded: the money is counted once.
  await charge(true, { status: 'refunded', refundedAt: sql`now()` });
  expect(await look()).toEqual(gone);
});

it('the flagged filter finds only episodes with a quality flag', async () => {
  const flags = [[], ['balance'], undefined] as const;
  const made = await Promise.all(flags.map(() => aPodcast(app.db)));
  for (const [at, { id }] of made.entries()) {
    await app.db
      .update(podcasts)
      .set({ quality: { lengthError: 0, ...(flags[at] && { flags: [...flags[at]] }) } })
      .where(eq(podcasts.id, id));
  }
  const found = await listed('flagged=1');
  expect(found.map(({ publicId }) => publicId)).toEqual([made[1]?.publicId]);
});

it('the balances of today and this month count money when it moved, in UTC', async () => {
  await app.db.delete(expenses);
  await app.db.delete(orders);
  const beginning = (period: string) => sql`date_trunc(${period}::text, now(), 'UTC')`;
  const before = (period: string) => sql`${beginning(period)} - interval '1 microsecond'`;
  await app.db
    .insert(expenses)
    .values([clip, { ...clip, at: beginning('day') }, { ...clip, at: before('month') }]);
  await app.db.insert(orders).values([
    { ...order, publicId: 'today' },
    { ...order, publicId: 'long-ago', paidAt: before('month') },
    {
      ...order,
      publicId: 'given-back',
      total: 100,
      paidAt: before('month'),
      refundedAt: sql`now()`,
    },
  ]);
  const { figures } = figuresReply.parse(await get('figures'));
  expect([figures.today, figures.month]).toEqual([
    { cents: 299, feeCents: 70, microdollars: 10_000 },
    { cents: 299, feeCents: 70, microdollars: 10_000 },
  ]);
});

it('admin health reports today’s spending, which provider is away since when, and whether anybody can produce', async () => {
  await app.db.delete(expenses);
  await app.db.insert(expenses).values(clip);
  const look = async () => healthReply.parse(await get('health')).health;
  const well = { selling: true, producing: true, outages: [], spentToday: 5_000, cap: null };
  expect(await look()).toEqual(well);
  const outage = { provider: 'ElevenLabs', reason: 'refused' as const, message: '401' };
  const openedAt = new Date('2026-03-01T12:00:00Z');
  await app.db.insert(circuitBreakers).values({ ...outage, state: 'closed', openedAt });
  expect(await look()).toEqual(well);
  for (const state of ['open', 'half-open'] as const) {
    await app.db.update(circuitBreakers).set({ state });
    const outages = [{ ...outage, since: openedAt.toISOString() }];
    expect(await look()).toEqual({ ...well, selling: false, outages });
  }
  await app.db.delete(circuitBreakers);
  await app.db.insert(instances).values({ id: 'sick', canProduce: false });
  expect(await look()).toEqual({ ...well, selling: false, producing: false });
  await app.db.insert(instances).values({ id: 'well', canProduce: true });
  expect(await look()).toEqual(well);
});
