import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emails, users } from '../../base/db/tables.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

/* Account pre-hijacking: somebody registers another person's address and waits for their click. */

const BOSS = 'boss@duologue.example';

/** One provider is configured, though never called, so that addresses must be verified. */
let app: TestApp;
beforeAll(async () => {
  const env = { ADMIN_EMAILS: BOSS, OPENAI_API_KEY: 'key' };
  app = await openTestApp({ work: false, env });
});
afterAll(() => app.close());

/** The token from the victim's verification email. */
async function sendVerification(email: string): Promise<string> {
  const [message] = await app.db
    .select()
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(desc(emails.id));
  const token = message?.content?.text.match(/\/auth\?proof=([\w.-]+)$/m)?.[1];
  if (!token) throw new Error('no email with a link');
  return token;
}
const click = (token: string, browser = app.visitor()) =>
  browser.post('/api/auth/verify-email').send({ token });

it('a stranger who registered an admin’s address is no admin by the admin’s click', async () => {
  const { visitor: stranger } = await app.buyer(BOSS);
  const admin = app.visitor();
  await click(await sendVerification(BOSS), admin).expect(401);
  expect((await stranger.get('/api/auth/me')).body.user).toMatchObject({
    isAdmin: false,
    emailVerified: false,
  });
  await stranger.get('/api/admin/users').expect(404);

  // The admin's way in all the same: what the stranger set up ends with it.
  await signInWithGoogle(app, someone({ email: BOSS }), admin);
  await admin.get('/api/admin/users').expect(200);
  await stranger.get('/api/auth/me').expect(200, { user: null });
  await stranger.get('/api/admin/users').expect(404);
});

it('an admin who registered another person’s address keeps the right from them', async () => {
  const other = someone();
  const { visitor: boss, email } = await app.buyer(other.email);
  await app.db.update(users).set({ isAdmin: true }).where(eq(users.email, email));
  const { body } = await signInWithGoogle(app, other);
  expect(body).toMatchObject({
    code: 'email_taken',
    message: expect.stringContaining('its address was never confirmed'),
  });
  await boss.get('/api/admin/users').expect(200);
});

it('a stranger’s password and session do not outlive the owner’s click and sign-in with Google', async () => {
  const victim = someone();
  const { email } = victim;
  const { visitor: stranger } = await app.buyer(email);
  const owner = app.visitor();
  await click(await sendVerification(email), owner).expect(401);
  expect((await signInWithGoogle(app, victim, owner)).body.user).toMatchObject({
    email,
    hasPassword: false,
    emailVerified: true,
  });
  await stranger.get('/api/auth/me').expect(200, { user: null });
  const login = { email, password: 'secret1' };
  await app.visitor().post('/api/auth/login').send(login).expect(401);
});

it('a stranger’s password and session end when the owner of the address sets a new password', async () => {
  const { visitor: stranger, email } = await app.buyer();
  await app.visitor().post('/api/auth/forgot-password').send({ email }).expect(200);
  const posted = await app.db.select().from(emails).where(eq(emails.recipient, email));
  const reset = posted.map(({ content }) => content?.text.match(/\?token=([\w-]{43})$/m)?.[1]);
  const token = reset.find(Boolean);
  const password = 'brand new';
  await app
    .visitor()
    .post('/api/auth/reset-password')
    .send({ token, password, confirmPassword: password })
    .expect(200);
  await stranger.get('/api/auth/me').expect(200, { user: null });
  await stranger.post('/api/auth/login').send({ email, password: 'secret1' }).expect(401);
  const { body } = await app.visitor().post('/api/auth/login').send({ email, password });
  expect(body.user).toMatchObject({ email, emailVerified: true });
});
