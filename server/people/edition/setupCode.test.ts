import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, emails, rateLimits, settings, users } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { openSetupCode } from './openHouse.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { SALES: 'off' } });
});
/** Every test begins in a house that nobody lives in. */
beforeEach(async () => {
  await app.db.delete(audit);
  await app.db.delete(users);
  await app.db.delete(rateLimits);
});
afterAll(() => app.close());

const register = (setupCode?: string, email = `${randomUUID()}@example.com`) =>
  app.visitor().post('/api/auth/register').send({ email, password: 'secret1', setupCode });
const house = async () => (await app.visitor().get('/api/config').expect(200)).body.house;
const printed = async () => {
  const code = await app.setupCode();
  if (!code) throw new Error('no setup code is printed');
  return code;
};

describe('the first account of a house', () => {
  it('is an admin’s, with an audit row, and ends the setup code', async () => {
    expect(await house()).toMatchObject({ needsSetupCode: true, signups: true });
    const { body } = await register(await printed()).expect(201);
    expect(body.user).toMatchObject({ isAdmin: true, emailVerified: false });
    expect(await app.db.select().from(audit)).toMatchObject([
      { action: 'admin.grant', target: `user:${body.user.id}`, detail: { by: 'setup code' } },
    ]);
    expect(await app.setupCode()).toBeUndefined();
    expect(await app.db.select().from(settings).where(eq(settings.name, 'setup code'))).toEqual([]);
    expect(await house()).toMatchObject({ needsSetupCode: false });
    expect(await app.db.$count(emails)).toBe(0);
  });

  it('is followed by ordinary ones, which need no code and ignore one', async () => {
    const code = await printed();
    await register(code).expect(201);
    expect((await register().expect(201)).body.user.isAdmin).toBe(false);
    expect((await register(code).expect(201)).body.user.isAdmin).toBe(false);
    expect((await register('wrong').expect(201)).body.user.isAdmin).toBe(false);
  });

  it.each([
    ['none', undefined, 'The first account needs the setup code.'],
    ['an empty one', ' - ', 'That’s not the setup code.'],
    ['blanks', '  ', 'The first account needs the setup code.'],
    ['a wrong one', 'ACDE-FHJK-2345', 'That’s not the setup code.'],
    ['one of other characters', '€'.repeat(12), 'That’s not the setup code.'],
  ])(
    'is refused with %s as its code, at the field and saying where it is',
    async (_, code, sentence) => {
      const right = await printed();
      const { body } = await register(code).expect(400);
      expect(body).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining(sentence),
        fields: { setupCode: body.message },
      });
      expect(body.message).toContain('look in its terminal or its log');
      expect(body.message).not.toContain(right);
      expect(await app.db.$count(users)).toBe(0);
      expect(await printed()).toBe(right);
    },
  );

  it('is refused with the right code and more behind it', async () => {
    await register(`${await printed()}-A`).expect(400);
    await register('x'.repeat(101)).expect(400);
    expect(await app.db.$count(users)).toBe(0);
  });

  it.each([
    ['in small letters', (code: string) => code.toLowerCase()],
    ['without dashes', (code: string) => code.replaceAll('-', '')],
    ['with spaces', (code: string) => ` ${code.replaceAll('-', ' ')} `],
    ['with a long dash', (code: string) => code.replaceAll('-', '–')],
  ])('is made with its code %s', async (_, spell) => {
    const { body } = await register(spell(await printed())).expect(201);
    expect(body.user.isAdmin).toBe(true);
  });

  it('a bad password or address does not use up the code', async () => {
    const code = await printed();
    const bad = { email: 'ann@', password: '12345', setupCode: code };
    await app.visitor().post('/api/auth/register').send(bad).expect(400);
    expect(await printed()).toBe(code);
  });

  it('of twenty registrations at once with the code, exactly one is an admin’s', async () => {
    const code = await printed();
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => (await register(code)).body.user?.isAdmin),
    );
    expect(replies.filter((isAdmin) => isAdmin === true)).toHaveLength(1);
    expect(replies.filter((isAdmin) => isAdmin === false)).toHaveLength(19);
    expect(await app.db.$count(users, eq(users.isAdmin, true))).toBe(1);
    expect(await app.db.$count(audit)).toBe(1);
  });

  it('when it is deleted, the next one needs a new code', async () => {
    const code = await printed();
    await register(code).expect(201);
    await app.db.delete(audit);
    await app.db.delete(users);
    await register(code).expect(400);
    const next = await printed();
    expect(next).not.toBe(code);
    expect((await register(next).expect(201)).body.user.isAdmin).toBe(true);
  });
});

describe('the printed code', () => {
  it('is twelve characters that cannot be mistaken, the same for all starts and instances', async () => {
    const { db, close } = await testDatabase();
    const codes = await Promise.all(Array.from({ length: 8 }, () => openSetupCode(db)));
    expect(codes[0]).toMatch(/^([AC-FHJKMNP-RT-Y2-9]{4}-){2}[AC-FHJKMNP-RT-Y2-9]{4}$/);
    expect(new Set(codes).size).toBe(1);
    expect(await openSetupCode(db)).toBe(codes[0]);
    await close();
  });

  it('of another house is another', async () => {
    const { db, close } = await testDatabase();
    expect(await openSetupCode(db)).not.toBe(await printed());
    await close();
  });
});
