import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit, letters, users } from '../db/tables.ts';
import { signInWithGoogle, someone } from '../testing/google.ts';
import { testDatabase } from '../testing/postgres.ts';
import { endAll, runToEnd } from '../testing/processes.ts';
import { openWorld, type World } from '../testing/world.ts';
import { openAdmins, setAdminByHand } from './admins.ts';

const listed = (name: string) => `${name}@boss.example`;
const ADMIN_EMAILS = ['ann', 'Ben', 'cleo', 'dan'].map(listed).join(', ');

/** One provider is real here, though nobody speaks to it: an address must be proven. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false, env: { ADMIN_EMAILS, OPENAI_API_KEY: 'key' } });
});
afterAll(() => world.close());
afterEach(endAll);

const isAdmin = async (visitor: ReturnType<World['visitor']>) =>
  (await visitor.get('/api/auth/me')).body.user?.isAdmin as unknown;

async function linkTo(email: string, pattern: RegExp): Promise<string> {
  const posted = await world.db.select().from(letters).where(eq(letters.recipient, email));
  const token = posted.map(({ content }) => content?.text.match(pattern)?.[1]).find(Boolean);
  if (!token) throw new Error('no letter with such a link');
  return token;
}

describe('an address of ADMIN_EMAILS', () => {
  it('makes an admin once the letter’s link has proved it, and no sooner', async () => {
    const { visitor, email } = await world.buyer(listed('Ann'));
    expect(await isAdmin(visitor)).toBe(false);
    const token = await linkTo(email, /proof=([\w.-]+)/);
    await world.visitor().post('/api/auth/verify-email').send({ token }).expect(200);
    expect(await isAdmin(visitor)).toBe(true);
    const { body } = await visitor.get('/api/auth/me');
    const written = await world.db
      .select()
      .from(audit)
      .where(eq(audit.target, `user:${body.user.id}`));
    expect(written).toMatchObject([{ action: 'admin.grant', detail: { by: 'ADMIN_EMAILS' } }]);
  });

  it('makes an admin when a reset link has proved it', async () => {
    const { email } = await world.buyer(listed('ben'));
    await world.visitor().post('/api/auth/forgot-password').send({ email }).expect(200);
    const token = await linkTo(email, /reset-password\?token=([\w-]+)/);
    const password = { password: 'brand new', confirmPassword: 'brand new' };
    await world
      .visitor()
      .post('/api/auth/reset-password')
      .send({ token, ...password })
      .expect(200);
    const visitor = world.visitor();
    await visitor.post('/api/auth/login').send({ email, password: 'brand new' }).expect(200);
    expect(await isAdmin(visitor)).toBe(true);
  });

  it('makes an admin when Google has verified it, and only then', async () => {
    const email = listed('cleo');
    const claimed = await signInWithGoogle(world, someone({ email, emailVerified: false }));
    expect(claimed.body.user).toMatchObject({ email, isAdmin: false });
    const proven = await signInWithGoogle(world, someone({ email }));
    expect(proven.body.user).toMatchObject({ id: claimed.body.user.id, isAdmin: true });
  });

  it('makes an admin at sign-up on embedded defaults', async () => {
    const defaults = await openWorld({ work: false, env: { ADMIN_EMAILS } });
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

it('a list that has grown is read at the next start: proven addresses, in any case', async () => {
  const { db, close } = await testDatabase();
  const add = (email: string, emailVerifiedAt: Date | null) =>
    db.insert(users).values({ email, username: email, emailVerifiedAt });
  await add('Proven@boss.example', new Date());
  await add('unproven@boss.example', null);
  await add('stranger@boss.example', new Date());
  const emails = ['proven@boss.example', 'unproven@boss.example'];
  for (let start = 0; start < 2; start++) {
    await openAdmins(db, { emails, trustUnproven: false }).appointAll();
  }
  const admins = await db.select().from(users).where(eq(users.isAdmin, true));
  expect(admins.map(({ email }) => email)).toEqual(['Proven@boss.example']);
  expect(await db.$count(audit)).toBe(1);
  await close();
});

describe('npm run admin', { timeout: 120_000 }, () => {
  it('grants and revokes by hand, proven or not, and writes down that it did', async () => {
    const postgres = await testDatabase();
    const email = `${randomUUID()}@example.com`;
    const [user] = await postgres.db.insert(users).values({ email, username: 'ann' }).returning();
    const admin = (act: string, address = email) =>
      runToEnd('scripts/admin.ts', { DATABASE_URL: postgres.url, ADMIN_EMAILS: email }, [
        act,
        address,
      ]);

    const granted = await admin('grant', email.toUpperCase());
    expect(granted).toMatchObject({ code: 0, output: expect.stringContaining('is now an admin') });
    const revoked = await admin('revoke');
    expect(revoked.output).toContain('is now no admin');
    expect(revoked.output).toContain('ADMIN_EMAILS still lists it');
    expect(await setAdminByHand(postgres.db, email, false)).toBe(false);
    expect(await postgres.db.select().from(audit)).toMatchObject([
      { action: 'admin.grant', target: `user:${user?.id}`, detail: { by: 'npm run admin' } },
      { action: 'admin.revoke', target: `user:${user?.id}`, detail: { by: 'npm run admin' } },
    ]);
    await postgres.close();
  });

  it.each([
    [['grant', 'nobody@example.com'], 'There is no account with the address nobody@example.com'],
    [['promote', 'ann@example.com'], 'Usage: npm run admin -- grant EMAIL'],
    [['grant'], 'Usage: npm run admin -- grant EMAIL'],
  ])('%j is one clear sentence and exit code 1', async (words, sentence) => {
    const postgres = await testDatabase();
    const { code, output } = await runToEnd(
      'scripts/admin.ts',
      { DATABASE_URL: postgres.url },
      words,
    );
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    await postgres.close();
  });
});
