import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits, users } from '../../base/db/tables.ts';
import { cookieOf } from '../../testing/cookie.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

type Visitor = ReturnType<TestApp['visitor']>;
const patch = (visitor: Visitor, body: object) => visitor.patch('/api/account').send(body);
const login = (email: string, password: string, visitor = app.visitor()) =>
  visitor.post('/api/auth/login').send({ email, password });
const me = async (visitor: Visitor) => (await visitor.get('/api/auth/me')).body.user;

describe('name', () => {
  it('a changed name is trimmed, a field left out stays, and an emptied one is cleared', async () => {
    const { visitor } = await app.buyer();
    const { body } = await patch(visitor, { firstName: ' Mira ', lastName: 'Hagen' }).expect(200);
    expect(body.user).toMatchObject({ firstName: 'Mira', lastName: 'Hagen' });
    await patch(visitor, { lastName: '' }).expect(200);
    expect(await me(visitor)).toMatchObject({ firstName: 'Mira', lastName: null });
    await patch(visitor, {}).expect(200);
    expect(await me(visitor)).toMatchObject({ firstName: 'Mira', lastName: null });
  });

  it('a name or a password with a character that PostgreSQL cannot store is refused', async () => {
    const { visitor } = await app.buyer();
    for (const [field, change] of [
      ['firstName', { firstName: 'M\0i' }],
      ['lastName', { lastName: 'Hagen \ud800' }],
      ['password.new', { password: { current: '', new: 'secret\0x' } }],
    ] as const) {
      const { body } = await patch(visitor, change).expect(400);
      expect(body.fields).toEqual({ [field]: 'This has a character in it that can’t be stored' });
    }
  });

  it('a name longer than 80 characters is refused and nothing changes', async () => {
    const { visitor } = await app.buyer();
    const { body } = await patch(visitor, { firstName: 'x'.repeat(81), lastName: 'y' }).expect(400);
    expect(body.fields).toEqual({ firstName: 'At most 80 characters' });
    expect(await me(visitor)).toMatchObject({ firstName: null, lastName: null });
  });

  it('rights, email and bonus sent with a name change are refused by name, and nothing changes', async () => {
    const { visitor, email } = await app.buyer();
    const before = await me(visitor);
    const lies = {
      id: 1,
      email: 'ceo@example.com',
      isAdmin: true,
      emailVerified: true,
      emailVerifiedAt: new Date(),
      googleId: 'x',
      passwordHash: 'x',
      hasMadeFirstPurchase: true,
      subscriptionStatus: 'gold',
    };
    const { body } = await patch(visitor, { firstName: 'Mira', ...lies }).expect(400);
    expect(Object.keys(body.fields).sort()).toEqual(Object.keys(lies).sort());
    expect(body.message).toBe('There is no such field');
    const nested = { current: 'secret1', new: 'brand new', hash: 'x' };
    expect((await patch(visitor, { password: nested }).expect(400)).body.fields).toEqual({
      'password.hash': 'There is no such field',
    });
    expect(await me(visitor)).toEqual(before);
    await login(email, 'secret1').expect(200);
  });

  it('a name change without a session gets 401', async () => {
    await patch(app.visitor(), { firstName: 'x' }).expect(401);
  });
});

describe('password change', () => {
  const change = (visitor: Visitor, current: string, next = 'brand new') =>
    patch(visitor, { password: { current, new: next } });

  it('a password change ends every other session and renews the id of this one', async () => {
    const { visitor, email } = await app.buyer();
    const second = app.visitor();
    const before = cookieOf(await login(email, 'secret1', visitor));
    await login(email, 'secret1', second).expect(200);
    const after = cookieOf(await change(visitor, 'secret1').expect(200));
    expect(after).not.toBe(before);
    expect(await me(visitor)).toMatchObject({ email });
    expect(await me(second)).toBeNull();
    await app.visitor().get('/api/auth/me').set('Cookie', before).expect(200, { user: null });
    await login(email, 'secret1').expect(401);
    await login(email, 'brand new').expect(200);
  });

  it('a password change with a wrong current password changes nothing, not even the name', async () => {
    const { visitor, email } = await app.buyer();
    const password = { current: 'wrong', new: 'brand new' };
    const { body } = await patch(visitor, { firstName: 'Mira', password }).expect(401);
    expect(body).toMatchObject({
      code: 'bad_credentials',
      message: 'That’s not your current password',
      fields: { 'password.current': 'That’s not your current password' },
    });
    expect(await me(visitor)).toMatchObject({ email, firstName: null });
    await login(email, 'secret1').expect(200);
  });

  it('of two concurrent password changes only one succeeds', async () => {
    const { visitor, email } = await app.buyer();
    const second = app.visitor();
    await login(email, 'secret1', second).expect(200);
    const replies = await Promise.all([
      change(visitor, 'secret1', 'first new'),
      change(second, 'secret1', 'second new'),
    ]);
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const word = replies[0]?.status === 200 ? 'first new' : 'second new';
    await login(email, word).expect(200);
  });

  it('a Google-only account can set its first password without a current one', async () => {
    const mira = someone();
    const visitor = app.visitor();
    await signInWithGoogle(app, mira, visitor);
    const { body } = await change(visitor, '').expect(200);
    expect(body.user).toMatchObject({ hasPassword: true });
    await login(mira.email, 'brand new').expect(200);
    expect((await signInWithGoogle(app, mira)).body).toMatchObject({ isNewUser: false });
    await change(visitor, '').expect(401);
  });

  it.each([
    ['12345', 'Password must be at least 6 characters'],
    [`${'€'.repeat(24)}x`, 'Password must be at most 72 bytes'],
  ])('the new password %s is refused', async (word, message) => {
    const { visitor } = await app.buyer();
    const { body } = await change(visitor, 'secret1', word).expect(400);
    expect(body.fields).toEqual({ 'password.new': message });
  });

  it('guessing the current password from an open session is rate-limited per account', async () => {
    const { visitor } = await app.buyer();
    const { visitor: other } = await app.buyer();
    for (let n = 0; n < 30; n++) await change(visitor, '', 'x').expect(400);
    await change(visitor, 'secret1').expect(429);
    await patch(other, { firstName: 'x' }).expect(200);
  });
});

it('a session that was started with the old password while it changed is invalid', async () => {
  const { visitor, email } = await app.buyer();
  // The state after a sign-in that was checked before the change and stored after it.
  await app.db.update(users).set({ passwordHash: 'another' }).where(eq(users.email, email));
  expect(await me(visitor)).toBeNull();
});
