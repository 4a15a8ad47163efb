import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discountCodes } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { findDiscount, giveUseBack, takeUse } from './discounts.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const hour = 3_600_000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

async function make(code: string, more: Partial<typeof discountCodes.$inferInsert> = {}) {
  const [row] = await database.db
    .insert(discountCodes)
    .values({ code, discountPercent: 20, ...more })
    .returning();
  if (!row) throw new Error('no code was made');
  return row;
}
async function usedCount(id: number) {
  const [row] = await database.db.select().from(discountCodes).where(eq(discountCodes.id, id));
  return row?.usedCount;
}

describe('discount code', () => {
  it('a discount code is found in any case and with spaces around it', async () => {
    const { id } = await make('Welcome20');
    const found = { id, code: 'Welcome20', discountPercent: 20 };
    expect(await findDiscount(database.db, 'Welcome20', 10, null)).toEqual(found);
    expect(await findDiscount(database.db, '  wELCOME20 ', 25, null)).toEqual(found);
  });

  it.each([
    ['unknown', 'nobody-made-this', {}, 'We don’t know that code. Check the spelling?'],
    ['switched off', 'OFF', { isActive: false }, 'That code isn’t active any more'],
    ['expired', 'OVER', { expiresAt: ago(hour) }, 'That code has expired'],
    ['used up', 'EMPTY', { maxUses: 3, usedCount: 3 }, 'That code has been used up'],
    [
      'for longer episodes',
      'LONG',
      { minimumDuration: 20 },
      'That code is for episodes of 20 minutes or more',
    ],
  ])(
    'a discount code that is %s is refused at its field with the reason',
    async (_why, code, more, message) => {
      if (code !== 'nobody-made-this') await make(code, more);
      await expect(findDiscount(database.db, code, 15, null)).rejects.toMatchObject({
        code: 'discount_refused',
        status: 422,
        message,
        fields: { discountCode: message },
      });
    },
  );

  it('a discount code with one use left is accepted for a long enough episode', async () => {
    await make('FINE', { expiresAt: ago(-hour), minimumDuration: 20, maxUses: 4, usedCount: 3 });
    expect(await findDiscount(database.db, 'fine', 20, null)).toMatchObject({
      discountPercent: 20,
    });
  });

  it('of fifty concurrent reservations of a code with five uses exactly five succeed', async () => {
    const { id } = await make('FIVE', { maxUses: 5 });
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        database.db.transaction((tx) => takeUse(tx, { codeId: id, duration: 10 })),
      ),
    );
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toHaveLength(45);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: 'discount_refused',
        message: 'That code has been used up',
      });
    }
    expect(await usedCount(id)).toBe(5);
  });

  it('a discount code that became invalid after its lookup is refused when reserved', async () => {
    const off = await make('NOW-OFF', { isActive: false });
    const over = await make('NOW-OVER', { expiresAt: ago(1000) });
    const long = await make('NOW-LONG', { minimumDuration: 25 });
    for (const { id } of [off, over, long]) {
      await expect(takeUse(database.db, { codeId: id, duration: 10 })).rejects.toThrow();
      expect(await usedCount(id)).toBe(0);
    }
  });

  it('a released discount use can be reserved again, and the count never drops below zero', async () => {
    const { id } = await make('BACK', { maxUses: 1 });
    await takeUse(database.db, { codeId: id, duration: 10 });
    await giveUseBack(database.db, id);
    await giveUseBack(database.db, id);
    expect(await usedCount(id)).toBe(0);
    await takeUse(database.db, { codeId: id, duration: 10 });
    expect(await usedCount(id)).toBe(1);
  });
});
