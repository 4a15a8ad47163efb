import { createHash, randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emails, passwordResetTokens, rateLimits, users } from '../../base/db/tables.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  // Not the address of the server, so that a link made from the Host header would be noticed.
  app = await openTestApp({ work: false, env: { PUBLIC_URL: 'http://duologue.example' } });
});
// All tests send from one IP address.
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

const ask = (email: string) => app.visitor().post('/api/auth/forgot-password').send({ email });
const reset = (token: string, password = 'brand new', confirmPassword = password) =>
  app.visitor().post('/api/auth/reset-password').send({ token, password, confirmPassword });
const login = (email: string, password: string) =>
  app.visitor().post('/api/auth/login').send({ email, password });

const emailsTo = (email: string) =>
  app.db.select().from(emails).where(eq(emails.recipient, email)).orderBy(desc(emails.id));

/** The token in the newest email to this address. */
async function mailedTo(email: string): Promise<string> {
  const [message] = await emailsTo(email);
  const link = /^http:\/\/duologue\.example\/reset-password\?token=([\w-]{43})$/m;
  const token = message?.content?.text.match(link)?.[1];
  if (!token) throw new Error('no email with a link was posted');
  return token;
}

async function tokenFor(email: string): Promise<string> {
  await ask(email).expect(200);
  return mailedTo(email);
}

const dead = 'This reset link is no longer valid. Please ask for a new one.';

describe('forgotten password', () => {
  it('the emailed reset link sets a new password and verifies the email', async () => {
    const { email } = await app.buyer();
    await ask(email.toUpperCase()).set('X-Forwarded-Host', 'evil.example').expect(200);
    await reset(await mailedTo(email)).expect(200, { success: true });
    await login(email, 'secret1').expect(401);
    const { body } = await login(email, 'brand new').expect(200);
    expect(body.user).toMatchObject({ email, emailVerified: true });
  });

  it('a password reset ends every session of the account and no other', async () => {
    const { visitor: first, email } = await app.buyer();
    const { visitor: stranger } = await app.buyer();
    const second = app.visitor();
    await second.post('/api/auth/login').send({ email, password: 'secret1' }).expect(200);
    await reset(await tokenFor(email)).expect(200);
    for (const browser of [first, second]) {
      await browser.get('/api/auth/me').expect(200, { user: null });
    }
    expect((await stranger.get('/api/auth/me')).body.user).not.toBeNull();
  });

  it('a reset gives a Google account a password, and its Google sign-in still works', async () => {
    const mira = someone();
    const { body: first } = await signInWithGoogle(app, mira);
    await reset(await tokenFor(mira.email)).expect(200);
    const { body } = await login(mira.email, 'brand new').expect(200);
    expect(body.user).toMatchObject({ id: first.user.id, authProvider: 'google' });
    const { body: again } = await signInWithGoogle(app, mira);
    expect(again).toMatchObject({ isNewUser: false, user: { id: first.user.id } });
  });

  it('a reset shuts out a Google account that only claimed the email', async () => {
    const squatter = someone({ emailVerified: false });
    const { body: first } = await signInWithGoogle(app, squatter);
    await reset(await tokenFor(squatter.email)).expect(200);
    const { body } = await login(squatter.email, 'brand new').expect(200);
    expect(body.user).toMatchObject({ id: first.user.id, emailVerified: true });
    expect((await signInWithGoogle(app, squatter)).status).toBe(409);
  });
});

describe('feed after a password reset', () => {
  const feedOf = async (email: string) => {
    const { visitor } = await app.buyer(email);
    return (await visitor.get('/api/account/feed').expect(200)).body.feedUrl as string;
  };
  const follow = (url: string) => app.visitor().get(new URL(url).pathname);

  it('a password reset ends the feed URL of an account with an unverified email', async () => {
    const email = `${randomUUID()}@example.com`;
    const feed = await feedOf(email);
    await follow(feed).expect(200);
    await reset(await tokenFor(email)).expect(200);
    await follow(feed).expect(410);
  });

  it('a password reset keeps the feed URL of an account with a verified email', async () => {
    const email = `${randomUUID()}@example.com`;
    const feed = await feedOf(email);
    const proven = { emailVerifiedAt: sql`now()`, emailVerifiedBy: 'email' as const };
    await app.db.update(users).set(proven).where(eq(users.email, email));
    await reset(await tokenFor(email)).expect(200);
    await follow(feed).expect(200);
  });
});

describe('reset link', () => {
  it('a reset link works once, even when used twenty times at once', async () => {
    const { email } = await app.buyer();
    const token = await tokenFor(email);
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => ({
        password: `password ${n}`,
        status: (await reset(token, `password ${n}`)).status,
      })),
    );
    const [winner, ...others] = replies.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(19);
    await login(email, winner?.password ?? '').expect(200);
  });

  it('a newer reset link ends the older one, even when several are requested at once', async () => {
    const { email } = await app.buyer();
    const older = await tokenFor(email);
    const newer = await tokenFor(email);
    expect((await reset(older).expect(400)).body).toMatchObject({ message: dead, code: 'invalid' });
    await reset(newer).expect(200);

    await Promise.all([ask(email), ask(email), ask(email)]);
    const usable = await app.db
      .select()
      .from(passwordResetTokens)
      .innerJoin(users, eq(users.id, passwordResetTokens.userId))
      .where(sql`${users.email} = ${email} and not ${passwordResetTokens.used}`);
    expect(usable).toHaveLength(1);
  });

  it('a reset link expires after one hour and then changes nothing', async () => {
    const { visitor, email } = await app.buyer();
    const token = await tokenFor(email);
    const row = eq(passwordResetTokens.token, createHash('sha256').update(token).digest('hex'));
    const { rows } = await app.db.execute(
      sql`select expires_at - created_at = interval '1 hour' as exact from password_reset_tokens where ${row}`,
    );
    expect(rows).toEqual([{ exact: true }]);
    await app.db.update(passwordResetTokens).set({ expiresAt: sql`now()` }).where(row);
    expect((await reset(token).expect(400)).body.message).toBe(dead);
    expect((await visitor.get('/api/auth/me')).body.user).toMatchObject({ emailVerified: false });
    await login(email, 'secret1').expect(200);
  });

  it('a reset token is not stored in plain text', async () => {
    const { email } = await app.buyer();
    const token = await tokenFor(email);
    const kept = await app.db.select().from(passwordResetTokens);
    expect(JSON.stringify(kept)).not.toContain(token);
    expect((await reset(kept.at(-1)?.token ?? '').expect(400)).body.message).toBe(dead);
  });
});

describe('requesting a reset link', () => {
  it('a reset request for an unknown email gets the same reply and stores nothing', async () => {
    const { email } = await app.buyer();
    const unknown = `${randomUUID()}@example.com`;
    const before = await app.db.$count(passwordResetTokens);
    const known = await timed(() => ask(email));
    const other = await timed(() => ask(unknown));
    expect([other.reply.status, other.reply.text]).toEqual([known.reply.status, known.reply.text]);
    expect(await emailsTo(unknown)).toEqual([]);
    expect(await app.db.$count(passwordResetTokens)).toBe(before + 1);
    for (const { milliseconds } of [known, other]) expect(milliseconds).toBeGreaterThan(240);
  });

  it('a sixth reset request in an hour looks the same, sends nothing and keeps the last link valid', async () => {
    const { email } = await app.buyer();
    const { email: other } = await app.buyer();
    for (let n = 0; n < 5; n++) await ask(email).expect(200);
    const last = await mailedTo(email);
    const { text } = await ask(other).expect(200);
    const sixth = await ask(email.toUpperCase()).expect(200);
    expect(sixth.text).toBe(text);
    expect(sixth.headers['retry-after']).toBeUndefined();
    expect((await emailsTo(email)).filter(({ kind }) => kind === 'reset')).toHaveLength(5);
    await reset(last).expect(200);
  });

  it('a reset request for an invalid email gets 400, and the eleventh in an hour gets 429', async () => {
    const { body } = await ask('mira@').expect(400);
    expect(body.message).toBe('Please enter a valid email address');
    for (let n = 1; n < 10; n++) await ask('').expect(400);
    await ask('mira@example.com').expect(429);
  });
});

async function timed<T>(act: () => PromiseLike<T>) {
  const start = performance.now();
  const reply = await act();
  return { reply, milliseconds: performance.now() - start };
}

it.each([
  [{ token: '' }, 'token', 'Reset token is required'],
  [{ token: undefined }, 'token', 'Reset token is required'],
  [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
  [{ password: undefined }, 'password', 'Password must be at least 6 characters'],
  [{ password: `${'€'.repeat(24)}x` }, 'password', 'Password must be at most 72 bytes'],
  [{ confirmPassword: '' }, 'confirmPassword', 'Please confirm your password'],
  [{ confirmPassword: undefined }, 'confirmPassword', 'Please confirm your password'],
  [{ confirmPassword: 'brand old' }, 'confirmPassword', "Passwords don't match"],
])('a password reset with %o is refused at the field %s', async (change, field, message) => {
  const { body } = await app
    .visitor()
    .post('/api/auth/reset-password')
    .send({ token: 't', password: 'brand new', confirmPassword: 'brand new', ...change })
    .expect(400);
  expect(body.fields[field]).toBe(message);
});
