import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../base/db/migrate.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { orders, settings } from '../../base/db/tables.ts';
import { readConfig } from '../../supply/config/config.ts';
import { episode } from '../../testing/ordersHarness.ts';
import { databaseBefore, testDatabase } from '../../testing/postgres.ts';
import { openSnapshots } from '../../testing/snapshot.ts';
import { openMode } from './mode.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function database() {
  const opened = await testDatabase();
  closers.push(opened.close);
  return opened;
}

/** As `server/app/index.ts` starts, up to its first work. */
const start = (url: string, env: Record<string, string> = {}) =>
  migrate(url, { mode: openMode(readConfig(env)) });
const asShop = (url: string) => start(url);
const asHouse = (url: string) => start(url, { SALES: 'off' });
const openTill = (url: string) => start(url, { SALES: 'on' });

const noted = (db: Db) => db.select().from(settings).where(eq(settings.name, 'sales'));

async function anOrder(db: Db, more: Partial<typeof orders.$inferInsert> = {}) {
  const { topic, tone, style, duration, voice1Id, voice2Id, email } = episode;
  const orderRequest = { topic, tone, style, duration, voice1Id, voice2Id, email };
  const names = { voice1Name: 'Ann', voice2Name: 'Bob' };
  const row = {
    publicId: randomUUID(),
    ...orderRequest,
    ...names,
    listPrice: 599,
    total: 599,
    ...more,
  };
  const [order] = await db.insert(orders).values(row).returning();
  if (!order) throw new Error('no order was stored');
  return order;
}
const aSale = (db: Db) => anOrder(db, { paddleTransactionId: `txn_${randomUUID()}` });

const HAS_SALES =
  /^This database has sales in it: .* Give the house a database of its own \(DATABASE_URL, or another DATA_DIR\), .* Nothing was changed\.$/;
const IS_HOUSE =
  /^This database belongs to a house, where nothing is sold: set SALES=off .*, or SALES=on .* Nothing was changed\.$/;

describe('SALES=off on a database with sales', () => {
  it('ends the start with a sentence, and changes nothing', async () => {
    const { url, db, pool } = await database();
    await aSale(db);
    const snapshot = await openSnapshots(pool);
    const before = await snapshot();
    await expect(asHouse(url)).rejects.toThrow(HAS_SALES);
    expect(await snapshot()).toEqual(before);
    await asShop(url);
  });

  it('does not even migrate that of an older release', async () => {
    const old = await databaseBefore('channels');
    closers.push(old.close);
    const applied = () =>
      old.db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
    const before = (await applied()).rows;
    await old.db.execute(sql`insert into orders (public_id, topic, tone, style, duration, voice1_id,
      voice1_name, voice2_id, voice2_name, email, list_price, total, paddle_transaction_id)
      values ('o', 't', 'n', 's', 10, 'a', 'A', 'b', 'B', 'x@example.com', 399, 399, 'txn_1')`);
    await expect(asHouse(old.url)).rejects.toThrow(HAS_SALES);
    expect((await applied()).rows).toEqual(before);
    await asShop(old.url);
    expect((await applied()).rows).not.toEqual(before);
  });

  it('is no mistake where no order has gone to Paddle: those that are open end', async () => {
    const { url, db } = await database();
    const order = await anOrder(db);
    await asHouse(url);
    expect(await noted(db)).toEqual([{ name: 'sales', value: 'off' }]);
    const [now] = await db
      .select({ isOver: sql<boolean>`${orders.expiresAt} <= now()` })
      .from(orders)
      .where(eq(orders.id, order.id));
    expect(now).toEqual({ isOver: true });
  });
});

describe('sales on the database of a house', () => {
  it('end the start with a sentence, and change nothing', async () => {
    const { url, db, pool } = await database();
    await asHouse(url);
    await anOrder(db, { listPrice: 0, total: 0 });
    const snapshot = await openSnapshots(pool);
    const before = await snapshot();
    await expect(asShop(url)).rejects.toThrow(IS_HOUSE);
    expect(await snapshot()).toEqual(before);
    await asHouse(url);
    expect(await snapshot()).toEqual(before);
  });

  it('begin with SALES=on, end the orders that cost nothing, and go on without it', async () => {
    const { url, db } = await database();
    await asHouse(url);
    await anOrder(db, { listPrice: 0, total: 0 });
    await openTill(url);
    expect(await noted(db)).toEqual([{ name: 'sales', value: 'on' }]);
    expect(await db.$count(orders, sql`${orders.expiresAt} > now()`)).toBe(0);
    // Only once: what is ordered from now on stays open.
    await anOrder(db);
    await openTill(url);
    await asShop(url);
    expect(await db.$count(orders, sql`${orders.expiresAt} > now()`)).toBe(1);
    // Until something is sold, it can be a house again.
    await asHouse(url);
    await expect(asShop(url)).rejects.toThrow(IS_HOUSE);
    await openTill(url);
    await aSale(db);
    await expect(asHouse(url)).rejects.toThrow(HAS_SALES);
  });
});

describe('the first start', () => {
  it('of a shop notes nothing, with SALES=on or without', async () => {
    const { url, db } = await database();
    await asShop(url);
    await openTill(url);
    expect(await noted(db)).toEqual([]);
  });

  it('of a house on an empty database migrates it and notes itself', async () => {
    const empty = await databaseBefore('init');
    closers.push(empty.close);
    await asHouse(empty.url);
    expect(await noted(empty.db)).toEqual([{ name: 'sales', value: 'off' }]);
  });

  it('of several instances at once ends as one after the other does', async () => {
    const house = await database();
    await Promise.all(Array.from({ length: 5 }, () => asHouse(house.url)));
    expect(await noted(house.db)).toEqual([{ name: 'sales', value: 'off' }]);
    const onHouse = [asShop, asHouse, asShop, asHouse];
    const ends = await Promise.allSettled(onHouse.map((begin) => begin(house.url)));
    expect(ends.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);

    const shop = await database();
    await aSale(shop.db);
    const onShop = [asHouse, asShop, asHouse, asShop];
    const others = await Promise.allSettled(onShop.map((begin) => begin(shop.url)));
    expect(others.map(({ status }) => status)).toEqual(ends.map(({ status }) => status));
    expect(await noted(shop.db)).toEqual([]);
  });
});
