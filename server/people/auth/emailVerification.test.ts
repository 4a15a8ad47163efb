import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emails, rateLimits, users } from '../../base/db/tables.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  // Not the address of the server, so that a link made from the Host header would be noticed.
  app = await openTestApp({ work: false, env: { PUBLIC_URL: 'http://duologue.example' } });
});
beforeEach(() => app.db.delete(rateLimits));
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

const emailsTo = (email: string) =>
  app.db.select().from(emails).where(eq(emails.recipient, email)).orderBy(desc(emails.id));

async function mailedTo(email: string): Promise<string> {
  const [message] = await emailsTo(email);
  const link = /^http:\/\/duologue\.example\/auth\?proof=([\w.-]+)$/m;
  const token = message?.content?.text.match(link)?.[1];
  if (!token) throw new Error('no email with a link was posted');
  return token;
}

const use = (token: string, visitor = app.visitor()) =>
  visitor.post('/api/auth/verify-email').send({ token });

async function userOf(email: string) {
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`nobody has ${email}`);
  return user;
}

const dead = 'This link is no longer valid. Sign in and ask for a new one.';

describe('welcome email', () => {
  it('a new account gets one welcome email', async () => {
    const { email } = await app.buyer();
    const posted = await emailsTo(email);
    expect(posted).toMatchObject([{ kind: 'welcome' }]);
    expect(posted[0]?.content?.subject).toMatch(/^Welcome/);
    await app.visitor().post('/api/auth/register').send({ email, password: 'secret1' }).expect(409);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('an account is not created when its welcome email cannot be stored', async () => {
    const email = `${randomUUID()}@example.com`;
    await app.db.execute(
      sql.raw(`alter table emails add constraint no_letter check (recipient <> '${email}')`),
    );
    const register = () =>
      app.visitor().post('/api/auth/register').send({ email, password: 'secret1' });
    await register().expect(500);
    await app.db.execute(sql`alter table emails drop constraint no_letter`);
    await register().expect(201);
  });

  it('a verified Google account gets one welcome email without a verification link', async () => {
    const mira = someone();
    const { email } = mira;
    for (let time = 0; time < 2; time++) await signInWithGoogle(app, mira);
    const posted = await emailsTo(email);
    expect(posted).toHaveLength(1);
    expect(posted[0]?.content?.text).toContain('http://duologue.example/create');
    expect(posted[0]?.content?.text).not.toContain('proof=');
  });
});

describe('verification link', () => {
  it('a verification link opened where nobody is signed in verifies nothing and asks to sign in', async () => {
    const { visitor, email } = await app.buyer();
    const reply = await use(await mailedTo(email)).expect(401);
    expect(reply.body.code).toBe('unauthenticated');
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await visitor.get('/api/auth/me')).body.user).toMatchObject({ emailVerified: false });
  });

  it('a verification link verifies the email in the browser that registered', async () => {
    const { visitor, email } = await app.buyer();
    await use(await mailedTo(email), visitor).expect(200, { success: true });
    expect((await visitor.get('/api/auth/me')).body.user).toMatchObject({ emailVerified: true });
    expect(await userOf(email)).toMatchObject({ emailVerifiedBy: 'email' });
  });

  it('a verification link works on another device after signing in there, without a second email', async () => {
    const { email } = await app.buyer();
    const token = await mailedTo(email);
    const phone = app.visitor();
    await use(token, phone).expect(401);
    await phone.post('/api/auth/login').send({ email, password: 'secret1' }).expect(200);
    await use(token, phone).expect(200);
    expect((await phone.get('/api/auth/me')).body.user).toMatchObject({ emailVerified: true });
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('a verification link opened by another account verifies neither and says so', async () => {
    const { email } = await app.buyer();
    const { visitor: other, email: others } = await app.buyer();
    const { body } = await use(await mailedTo(email), other).expect(404);
    expect(body.message).toContain('belongs to another account');
    for (const one of [email, others]) expect((await userOf(one)).emailVerifiedBy).toBeNull();
  });

  it('a verification link used again succeeds and changes nothing', async () => {
    const { visitor, email } = await app.buyer();
    const token = await mailedTo(email);
    await Promise.all([use(token, visitor).expect(200), use(token, visitor).expect(200)]);
    const { emailVerifiedAt } = await userOf(email);
    await use(token, visitor).expect(200);
    expect((await userOf(email)).emailVerifiedAt).toEqual(emailVerifiedAt);
  });

  it('a verification link expires after seven days', async () => {
    const { visitor, email } = await app.buyer();
    const token = await mailedTo(email);
    const day = 24 * 60 * 60 * 1000;
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 7 * day + 2000 });
    const late = await use(token, visitor).expect(400);
    expect(late.body).toMatchObject({ message: dead, code: 'invalid' });
    vi.setSystemTime(now + 7 * day - 60_000);
    await use(token, visitor).expect(200);
  });

  it('a verification link cannot be forged for another account, another email or a longer time', async () => {
    const { visitor, email: attacker } = await app.buyer();
    const { email: victim } = await app.buyer();
    const token = await mailedTo(attacker);
    const [id, expires, signature] = token.split('.');
    const other = (await userOf(victim)).id;
    for (const forged of [
      `${other}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `0${id}.${expires}.${signature}`,
      `${id}.${expires}.${'A'.repeat(43)}`,
      `${id}.${expires}.`,
      `999999999.${expires}.${signature}`,
      `${'9'.repeat(30)}.${expires}.${signature}`,
      'nonsense',
    ]) {
      expect((await use(forged, visitor)).body, forged).toMatchObject({ message: dead });
    }
    await app.db
      .update(users)
      .set({ email: `new-${attacker}` })
      .where(eq(users.email, attacker));
    await use(token, visitor).expect(400);
    expect((await userOf(victim)).emailVerifiedAt).toBeNull();
    expect((await userOf(`new-${attacker}`)).emailVerifiedAt).toBeNull();
  });

  it('a verification link sets no password, and a reset link verifies no email', async () => {
    const { visitor, email } = await app.buyer();
    const token = await mailedTo(email);
    const password = { password: 'brand new', confirmPassword: 'brand new' };
    await app
      .visitor()
      .post('/api/auth/reset-password')
      .send({ token, ...password })
      .expect(400);
    await app.visitor().post('/api/auth/forgot-password').send({ email }).expect(200);
    const [message] = await emailsTo(email);
    const reset = message?.content?.text.match(/reset-password\?token=([\w-]{43})/)?.[1] ?? '';
    expect(reset).not.toBe('');
    await use(reset, visitor).expect(400);
    expect((await userOf(email)).emailVerifiedAt).toBeNull();
  });
});

describe('new verification email', () => {
  const again = (visitor = app.visitor()) => visitor.post('/api/auth/verify-email/resend');

  it('a new verification email needs a session, and both links work', async () => {
    await again().expect(401);
    const { visitor, email } = await app.buyer();
    const first = await mailedTo(email);
    await again(visitor).expect(200, { success: true });
    expect(await emailsTo(email)).toHaveLength(2);
    await use(await mailedTo(email), visitor).expect(200);
    await use(first, visitor).expect(200);
  });

  it('a new verification email is not sent to a verified address, with the same reply', async () => {
    const { visitor, email } = await app.buyer();
    await use(await mailedTo(email), visitor).expect(200);
    await again(visitor).expect(200, { success: true });
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('a sixth new verification email in an hour is refused, counted per account', async () => {
    const { visitor, email } = await app.buyer();
    const { visitor: other } = await app.buyer();
    for (let n = 0; n < 5; n++) await again(visitor).expect(200);
    await again(visitor).expect(429);
    expect(await emailsTo(email)).toHaveLength(6);
    await again(other).expect(200);
  });
});
