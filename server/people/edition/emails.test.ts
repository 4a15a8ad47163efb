import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit, emails, passwordResetTokens, rateLimits, users } from '../../base/db/tables.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { makeResetLink } from '../auth/passwordResets.ts';

/* A house without SMTP_URL: what an email would prove stays unproven, and a person hands over the links. */

const LISTED = 'boss@house.example';
const PUBLIC_URL = 'http://house.example';

let app: TestApp;
let admin: ReturnType<TestApp['visitor']>;
beforeAll(async () => {
  app = await openTestApp({
    work: false,
    env: { SALES: 'off', ADMIN_EMAILS: LISTED, PUBLIC_URL },
  });
  ({ visitor: admin } = await app.buyer('ann@house.example'));
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

const accountOf = async (email: string) => {
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`there is no account ${email}`);
  return user;
};
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
const handOver = async (email: string) => tokenIn(await makeResetLink(app.db, email, PUBLIC_URL));
const reset = (token: string, password = 'brand new') =>
  app
    .visitor()
    .post('/api/auth/reset-password')
    .send({ token, password, confirmPassword: password });
const login = (email: string, password: string) =>
  app.visitor().post('/api/auth/login').send({ email, password });

describe('without emails', () => {
  it('no call sends one or proves an address', async () => {
    const { body } = await app.visitor().get('/api/config').expect(200);
    expect(body).toMatchObject({
      sendsEmail: false,
      supportEmail: '',
      house: { address: PUBLIC_URL },
    });
    const { visitor, email } = await app.buyer();
    await visitor.post('/api/auth/forgot-password').send({ email }).expect(404);
    await visitor.post('/api/auth/verify-email').send({ token: 'a' }).expect(404);
    await visitor.post('/api/auth/verify-email/resend').expect(404);
    expect(app.endpoints.filter(({ call }) => /forgot|verify/.test(call))).toEqual([]);
    expect(await app.db.$count(emails)).toBe(0);
  });

  it('the feed names no address that nobody set', async () => {
    const { visitor } = await app.buyer();
    const { body } = await visitor.get('/api/account/feed').expect(200);
    const { text } = await app.visitor().get(new URL(body.feedUrl).pathname).expect(200);
    expect(text).toContain('<itunes:owner>');
    expect(text).not.toMatch(/itunes:email|podcast:locked|@/);
  });

  it('an address is not taken for proven, so ADMIN_EMAILS grants nothing', async () => {
    const { visitor } = await app.buyer(LISTED);
    expect((await visitor.get('/api/auth/me')).body.user).toMatchObject({
      isAdmin: false,
      emailVerified: false,
    });
    await reset(await handOver(LISTED)).expect(200);
    expect(await accountOf(LISTED)).toMatchObject({ isAdmin: false, emailVerifiedBy: null });
  });

  it('a message from the contact page is kept, and Admin shows it', async () => {
    const message = { name: 'Ada', email: 'ada@example.com', message: 'Who runs this house?' };
    await app.visitor().post('/api/contact').send(message).expect(201);
    const { body } = await admin.get('/api/admin/messages').expect(200);
    expect(body.messages).toMatchObject([message]);
    expect(await app.db.$count(emails)).toBe(0);
  });

  it('an account is deleted all the same', async () => {
    const { visitor, email } = await app.buyer();
    await visitor.delete('/api/account').send({ password: 'secret1' }).expect(204);
    expect(await app.db.$count(users, eq(users.email, email))).toBe(0);
    expect(await app.db.$count(emails)).toBe(0);
  });
});

describe('npm run admin -- reset', () => {
  it('makes a link that sets a password once and ends every session', async () => {
    const { visitor, email } = await app.buyer();
    const link = await makeResetLink(app.db, email.toUpperCase(), PUBLIC_URL);
    expect(link).toMatch(/^http:\/\/house\.example\/reset-password\?token=by-hand\.[\w-]{43}$/);
    await reset(tokenIn(link)).expect(200);
    await reset(tokenIn(link), 'another one').expect(400);
    await visitor.get('/api/auth/me').expect(200, { user: null });
    await login(email, 'secret1').expect(401);
    await login(email, 'brand new').expect(200);
    const { id } = await accountOf(email);
    expect(
      await app.db
        .select()
        .from(audit)
        .where(eq(audit.target, `user:${id}`)),
    ).toMatchObject([{ action: 'password.link', detail: { by: 'npm run admin' } }]);
  });

  it('ends the older links, also where two are made at once', async () => {
    const { email } = await app.buyer();
    const older = await handOver(email);
    const newer = await handOver(email);
    await reset(older).expect(400);
    await reset(newer).expect(200);
    const tokens = await Promise.all([handOver(email), handOver(email), handOver(email)]);
    const replies = await Promise.all(tokens.map((token) => reset(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('makes a link for one hour', async () => {
    const { email } = await app.buyer();
    const token = await handOver(email);
    const { id } = await accountOf(email);
    const theirs = eq(passwordResetTokens.userId, id);
    const { rows } = await app.db.execute(
      sql`select expires_at - created_at = interval '1 hour' as exact from password_reset_tokens where ${theirs}`,
    );
    expect(rows).toEqual([{ exact: true }]);
    await app.db.update(passwordResetTokens).set({ expiresAt: sql`now()` }).where(theirs);
    await reset(token).expect(400);
  });

  it('makes a link that is not an email’s once its mark is taken off', async () => {
    const { email } = await app.buyer();
    const token = await handOver(email);
    await reset(token.replace('by-hand.', '')).expect(400);
    await reset(token).expect(200);
    expect(await accountOf(email)).toMatchObject({ emailVerifiedAt: null, emailVerifiedBy: null });
  });

  it('leaves a proven address proven', async () => {
    const { email } = await app.buyer();
    const proven = { emailVerifiedAt: sql`now()`, emailVerifiedBy: 'google' as const };
    await app.db.update(users).set(proven).where(eq(users.email, email));
    await reset(await handOver(email)).expect(200);
    expect(await accountOf(email)).toMatchObject({ emailVerifiedBy: 'google' });
  });

  it('knows no link for an address without an account', async () => {
    const nobody = `${randomUUID()}@example.com`;
    await expect(makeResetLink(app.db, nobody, PUBLIC_URL)).rejects.toMatchObject({
      code: 'not_found',
      message: `There is no account with the address ${nobody}`,
    });
  });
});
