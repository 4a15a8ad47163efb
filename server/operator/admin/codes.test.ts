import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discountCodeList } from '#shared/admin.ts';
import { discountCode } from '#shared/discount.ts';
import { audit, discountCodes } from '../../base/db/tables.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';

let app: AdminApp;
let adminId: number;
beforeAll(async () => {
  app = await openAdminApp();
  const { body } = await app.admin.get('/api/auth/me').expect(200);
  adminId = body.user.id;
});
afterAll(() => app.close());

const path = '/api/admin/discount-codes';
const create = (body: object) => app.admin.post(path).send(body);
const stored = (code: string) =>
  app.db.select().from(discountCodes).where(eq(discountCodes.code, code));
const auditOf = (id: number) =>
  app.db
    .select()
    .from(audit)
    .where(eq(audit.target, `discount-code:${id}`));

describe('discount codes', () => {
  it('a discount code is created with all its fields, its creator and an audit entry', async () => {
    const reply = await create({
      code: '  Welcome20 ',
      discountPercent: 20,
      maxUses: 5,
      expiresAt: '2031-05-04',
      minimumDuration: 15,
    }).expect(201);
    const made = discountCode.parse(reply.body.discountCode);
    expect(made).toMatchObject({
      code: 'Welcome20',
      discountPercent: 20,
      maxUses: 5,
      usedCount: 0,
      isActive: true,
      createdBy: adminId,
      createdByEmail: 'admin@example.com',
      // The end of that day in UTC.
      expiresAt: '2031-05-04T23:59:59.999Z',
      minimumDuration: 15,
    });
    expect(await auditOf(made.id)).toMatchObject([
      {
        actorId: expect.any(Number),
        action: 'discount code created',
        detail: { code: 'Welcome20', discountPercent: 20 },
      },
    ]);
  });

  it.each([
    [0.01, 399],
    [12.5, 349], // 49.875 cents off, rounded to 50
    [33.33, 266], // 132.98 off
    [99.99, 0],
  ])(
    'a discount code of %d % is kept to the hundredth and makes ten minutes cost %i cents',
    async (discountPercent, total) => {
      const code = `PART-${discountPercent}`;
      const { body } = await create({ code, discountPercent }).expect(201);
      expect(body.discountCode).toMatchObject({ discountPercent });
      expect(await stored(code)).toMatchObject([{ discountPercent }]);
      const quote = await app.admin.post('/api/quotes').send({ duration: 10, discountCode: code });
      expect(quote.body).toEqual({
        listPrice: 399,
        discountAmount: 399 - total,
        total,
        currency: 'USD',
      });
    },
  );

  it('an order with a code of 12.5 % pays its price at Paddle and shows the percentage', async () => {
    await create({ code: 'EIGHTH', discountPercent: 12.5 }).expect(201);
    const { id, visitor } = await app.sale({ duration: 25, discountCode: 'eighth' });
    // 899 less 112.375.
    const price = { discountPercent: 12.5, discountAmount: 112, total: 787 };
    const { body } = await visitor.get(`/api/orders/${id}`).expect(200);
    expect(body.order).toMatchObject({ discountCode: 'EIGHTH', ...price });
    const charged = await app.admin.get(`/api/admin/orders/${id}`).expect(200);
    expect(charged.body.order).toMatchObject({ ...price, flags: [] });
  });

  it('a discount code needs only a code and a percentage; empty form fields count as none', async () => {
    const fields = { maxUses: '', expiresAt: ' ', minimumDuration: '' };
    const { body } = await create({ code: 'PLAIN', discountPercent: 0, ...fields }).expect(201);
    expect(body.discountCode).toMatchObject({
      maxUses: null,
      expiresAt: null,
      minimumDuration: null,
    });
  });

  it.each([
    ['no code', { code: undefined }, 'code', 'Code is required'],
    ['an empty code', { code: '   ' }, 'code', 'Code is required'],
    ['a code of 51 characters', { code: 'x'.repeat(51) }, 'code', 'Code too long'],
    ['a code with a tab', { code: 'A\tB' }, 'code', 'Code has characters that nobody can type'],
    [
      'half a Unicode character',
      { code: '\ud800' },
      'code',
      'This has a character in it that can’t be stored',
    ],
    ['-1 %', { discountPercent: -1 }, 'discountPercent', 'Must be at least 0%'],
    ['101 %', { discountPercent: 101 }, 'discountPercent', 'Cannot exceed 100%'],
    ['-0.01 %', { discountPercent: -0.01 }, 'discountPercent', 'Must be at least 0%'],
    ['100.01 %', { discountPercent: 100.01 }, 'discountPercent', 'Cannot exceed 100%'],
    ['12.555 %', { discountPercent: 12.555 }, 'discountPercent', 'Must have at most two decimals'],
    ['no percentage', { discountPercent: undefined }, 'discountPercent', 'Must be a number'],
    ['a percentage in letters', { discountPercent: '20' }, 'discountPercent', 'Must be a number'],
    ['zero uses', { maxUses: 0 }, 'maxUses', 'Must be at least 1'],
    ['half a use', { maxUses: 1.5 }, 'maxUses', 'Must be a whole number'],
    [
      'more uses than the database can count',
      { maxUses: 1e12 },
      'maxUses',
      'Must be at most 2147483647',
    ],
    ['an expiry that is not a date', { expiresAt: 'foo 1' }, 'expiresAt', 'Must be a date'],
    ['an expiry on 30 February', { expiresAt: '2031-02-30' }, 'expiresAt', 'Must be a date'],
    ['a numeric expiry', { expiresAt: 5 }, 'expiresAt', 'Must be a date'],
    [
      'a minimum duration in letters',
      { minimumDuration: 'ten' },
      'minimumDuration',
      'Must be a whole number',
    ],
    [
      'a minimum duration that is not sold',
      { minimumDuration: 26 },
      'minimumDuration',
      'Must be at most 25',
    ],
  ])(
    'a discount code with %s is refused at its field and not stored',
    async (_what, change, field, message) => {
      const before = await app.db.$count(discountCodes);
      const { body } = await create({ code: 'REFUSED', discountPercent: 10, ...change }).expect(
        400,
      );
      expect(body).toMatchObject({ code: 'invalid', fields: { [field]: message } });
      expect(Object.keys(body.fields)).toEqual([field]);
      expect(await app.db.$count(discountCodes)).toBe(before);
    },
  );

  it('a discount code may have 50 characters, 100 % and an expiry with a UTC offset', async () => {
    const code = 'x'.repeat(50);
    const expiresAt = '2031-05-04T10:00:00+02:00';
    const { body } = await create({ code, discountPercent: 100, expiresAt }).expect(201);
    expect(body.discountCode.expiresAt).toBe('2031-05-04T08:00:00.000Z');
  });

  it('the same code created twice at once in different case is created once', async () => {
    const replies = await Promise.all([
      create({ code: 'Race', discountPercent: 10 }),
      create({ code: 'rACE', discountPercent: 90 }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const loser = replies.find(({ status }) => status === 409);
    expect(loser?.body).toMatchObject({
      code: 'conflict',
      fields: { code: 'This code already exists' },
    });
    const rows = [...(await stored('Race')), ...(await stored('rACE'))];
    expect(rows).toHaveLength(1);
    expect(await auditOf(rows[0]?.id ?? 0)).toHaveLength(1);
  });

  it('a request cannot set a code’s use count, creator or id, nor change its terms later', async () => {
    const tampered = {
      id: 1,
      usedCount: 99,
      isActive: false,
      createdBy: 999,
      createdAt: '1999-01-01',
    };
    const { body } = await create({ code: 'TAMPER', discountPercent: 10, ...tampered }).expect(201);
    expect(body.discountCode).toMatchObject({
      usedCount: 0,
      isActive: true,
      createdBy: adminId,
      createdByEmail: 'admin@example.com',
    });
    const { id } = body.discountCode;
    await app.admin
      .patch(`${path}/${id}`)
      .send({ isActive: true, discountPercent: 100, code: 'FREE' })
      .expect(400);
    expect(await stored('TAMPER')).toMatchObject([{ id, discountPercent: 10 }]);
  });

  it('a code is refused by the next quote once switched off and accepted once switched on again', async () => {
    const { body } = await create({ code: 'SWITCH', discountPercent: 50 }).expect(201);
    const { id } = body.discountCode;
    const turn = (isActive: boolean) => app.admin.patch(`${path}/${id}`).send({ isActive });
    const quote = () =>
      app.visitor().post('/api/quotes').send({ duration: 10, discountCode: 'switch' });
    await quote().expect(200);
    const off = await turn(false).expect(200);
    expect(off.body.discountCode).toMatchObject({
      isActive: false,
      createdBy: adminId,
      createdByEmail: 'admin@example.com',
    });
    const refused = await quote().expect(422);
    expect(refused.body.message).toBe('That code isn’t active any more');
    // Switching it off again changes nothing and adds no audit row.
    await turn(false).expect(200);
    await turn(true).expect(200);
    await quote().expect(200);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'discount code created',
      'discount code switched off',
      'discount code switched on',
    ]);
    await turn('no' as never).expect(400);
    await app.admin.patch(`${path}/999999`).send({ isActive: true }).expect(404);
  });

  it('discount codes are listed with their uses, newest first, page by page', async () => {
    await create({ code: 'USED', discountPercent: 10 }).expect(201);
    await app.sale({ discountCode: 'USED', pay: false });
    const first = discountCodeList.parse((await app.admin.get(`${path}?limit=1`)).body);
    expect(first.discountCodes).toMatchObject([{ code: 'USED', usedCount: 1 }]);
    const second = await app.admin.get(`${path}?limit=100&cursor=${first.nextCursor}`);
    const rest = discountCodeList.parse(second.body);
    expect(rest.nextCursor).toBeNull();
    const ids = [...first.discountCodes, ...rest.discountCodes].map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids).toHaveLength(await app.db.$count(discountCodes));
  });
});
