import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, emails, users } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { signInWithGoogle, someone } from '../../testing/signInWithGoogle.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { openAdmins } from './admins.ts';

const listed = (name: string) => `${name}@boss.example`;
const ADMIN_EMAILS = ['ann', 'Ben', 'cleo', 'dan'].map(listed).join(', ');

/** One provider is real here, though it is never called, so that emails must be verified. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { ADMIN_EMAILS, OPENAI_API_KEY: 'key' } });
});
afterAll(() => app.close());

const isAdmin = async (visitor: ReturnType<TestApp['visitor']>) =>
  (await visitor.get('/api/auth/me')).body.user?.isAdmin as unknown;

async function linkTo(email: string, pattern: RegExp): Promise<string> {
  const posted = await app.db.select().from(emails).where(eq(emails.recipient, email));
  const token = posted.map(({ content }) => content?.text.match(pattern)?.[1]).find(Boolean);
  if (!token) throw new Error('no email with such a link');
  return token;
}

describe('ADMIN_EMAILS', () => {
  it('an email in ADMIN_EMAILS makes an admin only once its emailed link was opened in a session of the account', async () => {
    const { visitor, email } = await app.buyer(listed('Ann'));
    expect(await isAdmin(visitor)).toBe(false);
    const token = await linkTo(email, /proof=([\w.-]+)/);
    // Whoever reads the email is not yet whoever chose the password.
    await app.visitor().post('/api/auth/verify-email').send({ token }).expect(401);
    expect(await isAdmin(visitor)).toBe(false);
    await visitor.post('/api/auth/verify-email').send({ token }).expect(200);
    expect(await isAdmin(visitor)).toBe(true);
    const { body } = await visitor.get('/api/auth/me');
    const written = await app.db
      .select()
      .from(audit)
      .where(eq(audit.target, `user:${body.user.id}`));
    expect(written).toMatchObject([{ action: 'admin.grant', detail: { by: 'ADMIN_EMAILS' } }]);
  });

  it('an email in ADMIN_EMAILS makes an admin once a reset link has verified it', async () => {
    const { email } = await app.buyer(listed('ben'));
    await app.visitor().post('/api/auth/forgot-password').send({ email }).expect(200);
    const token = await linkTo(email, /reset-password\?token=([\w-]+)/);
    const password = { password: 'brand new', confirmPassword: 'brand new' };
    await app
      .visitor()
      .post('/api/auth/reset-password')
      .send({ token, ...password })
      .expect(200);
    const visitor = app.visitor();
    await visitor.post('/api/auth/login').send({ email, password: 'brand new' }).expect(200);
    expect(await isAdmin(visitor)).toBe(true);
  });

  it('an email in ADMIN_EMAILS makes an admin at a Google sign-in only if Google has verified it', async () => {
    const email = listed('cleo');
    const claimed = await signInWithGoogle(app, someone({ email, emailVerified: false }));
    expect(claimed.body.user).toMatchObject({ email, isAdmin: false });
    const proven = await signInWithGoogle(app, someone({ email }));
    expect(proven.body.user).toMatchObject({ id: claimed.body.user.id, isAdmin: true });
  });

  it('an email in ADMIN_EMAILS makes an admin at sign-up on embedded defaults', async () => {
    const defaults = await openTestApp({ work: false, env: { ADMIN_EMAILS } });
    try {
      const { visitor } = await defaults.buyer(listed('dan'));
      expect((await visitor.get('/api/auth/me')).body.user).toMatchObject({
        isAdmin: true,
        emailVerified: false,
      });
      const { visitor: other } = await defaults.buyer();
      expect((await other.get('/api/auth/me')).body.user.isAdmin).toBe(false);
    } finally {
      await defaults.close();
    }
  });
});

it('verified emails added to ADMIN_EMAILS, in any case, become admins at the next start', async () => {
  const { db, close } = await testDatabase();
  const add = (email: string, emailVerifiedAt: Date | null, emailVerifiedBy: 'email' | null) =>
    db.insert(users).values({ email, username: email, emailVerifiedAt, emailVerifiedBy });
  await add('Proven@boss.example', new Date(), 'email');
  await add('unproven@boss.example', null, null);
  // By a click, as it was once: nobody knows whose.
  await add('clicked@boss.example', new Date(), null);
  await add('stranger@boss.example', new Date(), 'email');
  const emails = ['proven@boss.example', 'unproven@boss.example', 'clicked@boss.example'];
  for (let start = 0; start < 2; start++) {
    await openAdmins(db, { emails, trustUnproven: false }).grantAllListed();
  }
  const admins = await db.select().from(users).where(eq(users.isAdmin, true));
  expect(admins.map(({ email }) => email)).toEqual(['Proven@boss.example']);
  expect(await db.$count(audit)).toBe(1);
  await close();
});

it('the migration takes admin rights that a click gave, and leaves those given by hand', async () => {
  const { db, close } = await testDatabase();
  const [file = ''] = globSync(path.join(import.meta.dirname, '../../../migrations/*_doors.sql'));
  const [, takeRights = ''] = readFileSync(file, 'utf8').split('--> statement-breakpoint');
  /** An account with these grants, one after another. */
  const add = async (name: string, isAdmin: boolean, ...grants: [string, string][]) => {
    const email = `${name}@boss.example`;
    const [user] = await db
      .insert(users)
      .values({ email, username: name, isAdmin, emailVerifiedAt: new Date() })
      .returning();
    for (const [action, by] of grants) {
      await db.insert(audit).values({ action, target: `user:${user?.id}`, detail: { by } });
    }
    return user?.id;
  };
  const clicked = await add('clicked', true, ['admin.grant', 'ADMIN_EMAILS']);
  await add('by-hand', true, ['admin.grant', 'npm run admin']);
  await add(
    'again-by-hand',
    true,
    ['admin.grant', 'ADMIN_EMAILS'],
    ['admin.revoke', 'npm run admin'],
    ['admin.grant', 'npm run admin'],
  );
  await add('taken', false, ['admin.grant', 'ADMIN_EMAILS'], ['admin.revoke', 'npm run admin']);
  for (let time = 0; time < 2; time++) await db.execute(sql.raw(takeRights));
  const admins = await db.select().from(users).where(eq(users.isAdmin, true));
  expect(admins.map(({ username }) => username).sort()).toEqual(['again-by-hand', 'by-hand']);
  const taken = await db
    .select()
    .from(audit)
    .where(eq(audit.target, `user:${clicked}`));
  expect(taken.map(({ action }) => action)).toEqual(['admin.grant', 'admin.revoke']);
  await close();
});
