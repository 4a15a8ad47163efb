import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../base/db/openDatabase.ts';
import { expenses } from '../../base/db/tables.ts';
import { aPodcast } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openCosts } from './costs.ts';
import { spentTodayAt, totalsOf } from './totals.ts';

const prices = { input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5, characters: 0.05 };
const clip = (characters: number) => ({ provider: 'ElevenLabs', model: 'm', characters });

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(expenses));

const open = (cap: number | null = null, db: Database['db'] = database.db) =>
  openCosts({ db, prices: () => prices, cap });

it('an episode’s cost is what was bought for it alone, and today’s spending is everything', async () => {
  const costs = open();
  const [mine, other, none] = await Promise.all([1, 2, 3].map(() => aPodcast(database.db)));
  if (!mine || !other || !none) throw new Error('there are no episodes');
  const call = {
    provider: 'OpenAI',
    model: 'm',
    inputTokens: 2_000,
    cachedTokens: 1_000,
    cacheWriteTokens: 400,
    outputTokens: 100,
  };
  await Promise.all([
    costs.record(mine.id, clip(100)),
    costs.record(mine.id, clip(40)),
    costs.record(mine.id, call),
    costs.record(mine.id, { ...call, searches: 8 }),
    costs.record(other.id, clip(1)),
    costs.record(null, clip(80)),
  ]);
  const totals = await totalsOf(database.db, [mine.id, other.id, none.id]);
  expect([...totals.keys()].sort()).toEqual([mine.id, other.id].sort());
  expect(totals.get(mine.id)).toEqual({
    inputTokens: 4_000,
    cachedTokens: 2_000,
    cacheWriteTokens: 800,
    outputTokens: 200,
    searches: 8,
    characters: 140,
    microdollars: 7_000 + 2 * 170,
    by: { script: 170, search: 170, speech: 7_000 },
  });
  expect(await costs.spentToday()).toBe(7_000 + 340 + 50 + 4_000);
  expect(await totalsOf(database.db, [])).toEqual(new Map());
});

it('today’s spending counts from midnight UTC by the database’s clock', async () => {
  const costs = open();
  const midnight = sql`(date_trunc('day', now() at time zone 'utc') at time zone 'utc')`;
  const row = { provider: 'ElevenLabs', microdollars: 7 };
  await database.db.insert(expenses).values([
    { ...row, at: midnight },
    { ...row, at: sql`${midnight} - interval '1 microsecond'` },
  ]);
  expect(await costs.spentToday()).toBe(7);
});

it('the spending cap is reached at its last cent on every instance and resets the next day', async () => {
  const costs = [open(0.01), open(0.01), open(null)];
  const reached = () => Promise.all(costs.map((one) => one.isCapReached()));
  await costs[0]?.record(null, clip(199));
  expect(await reached()).toEqual([false, false, false]);
  await costs[0]?.record(null, clip(1));
  await eventually('it is known', async () => (await reached()).join() === 'true,true,false');
  await database.db.update(expenses).set({ at: sql`${expenses.at} - interval '1 day'` });
  await eventually('the next day', async () => (await reached()).join() === 'false,false,false');
});

it('recording an expense does not throw while the database is down', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:9/nowhere');
  await expect(open(null, away.db).record(1, clip(10))).resolves.toBeUndefined();
  await away.close();
});

it('a provider in use has a sum before its first purchase, and one that is not has none', async () => {
  const sellers = ['OpenAI', 'Speech server'];
  const spent = async () =>
    Object.fromEntries((await spentTodayAt(database.db, sellers)).map((row) => Object.values(row)));
  expect(await spent()).toEqual({ OpenAI: 0, 'Speech server': 0 });
  await open().record(null, clip(100));
  expect(await spent()).toEqual({ ElevenLabs: 5_000, OpenAI: 0, 'Speech server': 0 });
});
