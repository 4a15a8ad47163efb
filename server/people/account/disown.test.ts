import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emails, rateLimits, users } from '../../base/db/tables.ts';
import { aPaidOrder } from '../../testing/builders.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
beforeEach(() => app.db.delete(rateLimits));
afterAll(() => app.close());

async function linkTo(email: string, name: 'proof' | 'disown' = 'disown'): Promise<string> {
  const posted = await app.db
    .select()
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(desc(emails.id));
  const found = new RegExp(`^http\\S+/auth\\?${name}=([\\w.-]+)$`, 'm');
  const token = posted.map(({ content }) => content?.text.match(found)?.[1]).find(Boolean);
  if (!token) throw new Error(`no email with such a link to ${email}`);
  return token;
}

/** By somebody who reads the email and has no account. */
const disown = (token: string) => app.visitor().post('/api/account/disown').send({ token });
const rowOf = async (email: string) =>
  (await app.db.select().from(users).where(eq(users.email, email)))[0];
const login = (email: string) =>
  app.visitor().post('/api/auth/login').send({ email, password: 'secret1' });

it('an account that nobody ordered with is deleted at the word of whoever reads its email', async () => {
  const { visitor, email } = await app.buyer();
  await disown(await linkTo(email)).expect(200, { success: true, deleted: true });
  expect(await rowOf(email)).toBeUndefined();
  await visitor.get('/api/auth/me').expect(200, { user: null });
  await login(email).expect(401);
});

it('an account with an order keeps it and loses its password, Google, feed and sessions', async () => {
  const { visitor, email } = await app.buyer();
  const { id } = (await visitor.get('/api/auth/me')).body.user;
  await aPaidOrder(app.db, id);
  await visitor.get('/api/account/feed').expect(200);
  await app.db.update(users).set({ googleId: email }).where(eq(users.email, email));
  await disown(await linkTo(email)).expect(200, { success: true, deleted: false });
  expect(await rowOf(email)).toMatchObject({
    passwordHash: null,
    googleId: null,
    feedToken: null,
    emailVerifiedBy: null,
  });
  await visitor.get('/api/auth/me').expect(200, { user: null });
  await login(email).expect(401);
});

it('the link changes nothing by being opened, and is dead once the account is gone', async () => {
  const { visitor, email } = await app.buyer();
  const token = await linkTo(email);
  await app.visitor().get(`/auth?disown=${token}`).expect(200);
  await app.visitor().get(`/api/account/disown?token=${token}`).expect(404);
  expect((await visitor.get('/api/auth/me')).body.user).not.toBeNull();
  await disown(token).expect(200);
  expect((await disown(token).expect(400)).body.message).toBe('This link is no longer valid.');
});

it('the link ends nothing once the owner has proven the address', async () => {
  const { visitor, email } = await app.buyer();
  const token = await linkTo(email);
  const proof = await linkTo(email, 'proof');
  await visitor.post('/api/auth/verify-email').send({ token: proof }).expect(200);
  expect((await disown(token).expect(409)).body.message).toContain('has since been confirmed');
  await login(email).expect(200);
});

it('a link that proves an address ends no account, nor the other way round, and both expire', async () => {
  const { visitor, email } = await app.buyer();
  await disown(await linkTo(email, 'proof')).expect(400);
  const token = await linkTo(email);
  await visitor.post('/api/auth/verify-email').send({ token }).expect(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 60 * 60 * 1000 });
  await disown(token).expect(400);
  vi.useRealTimers();
  expect(await rowOf(email)).toBeDefined();
});

it('the email to an address that Google only claimed has the link too, and it ends that way in', async () => {
  const squatter = someone({ emailVerified: false });
  await signInWithGoogle(app, squatter);
  await disown(await linkTo(squatter.email)).expect(200);
  expect(await rowOf(squatter.email)).toBeUndefined();
});
