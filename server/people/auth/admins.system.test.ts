import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { audit, users } from '../../base/db/tables.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { endAll, runToEnd } from '../../testing/processes.ts';
import { setAdminByHand } from './admins.ts';

afterEach(endAll);

it('npm run admin grants and revokes the admin role and records both in the audit log', async () => {
  const postgres = await testDatabase();
  const email = `${randomUUID()}@example.com`;
  const [user] = await postgres.db.insert(users).values({ email, username: 'ann' }).returning();
  const admin = (act: string, address = email) =>
    runToEnd(
      'scripts/admin.ts',
      { DATABASE_URL: postgres.url, ADMIN_EMAILS: email },
      { args: [act, address] },
    );

  const granted = await admin('grant', email.toUpperCase());
  expect(granted).toMatchObject({ code: 0, output: expect.stringContaining('is now an admin') });
  const revoked = await admin('revoke');
  expect(revoked.output).toContain('is no longer an admin');
  expect(revoked.output).toContain('ADMIN_EMAILS still lists it');
  expect(await setAdminByHand(postgres.db, email, false)).toBe(false);
  expect(await postgres.db.select().from(audit)).toMatchObject([
    { action: 'admin.grant', target: `user:${user?.id}`, detail: { by: 'npm run admin' } },
    { action: 'admin.revoke', target: `user:${user?.id}`, detail: { by: 'npm run admin' } },
  ]);
  await postgres.close();
}, 60_000);

it('npm run admin prints a link for a new password, at PUBLIC_URL or at this machine', async () => {
  const postgres = await testDatabase();
  await postgres.db.insert(users).values({ email: 'ann@example.com', username: 'ann' });
  const reset = (env: Record<string, string>) =>
    runToEnd(
      'scripts/admin.ts',
      { DATABASE_URL: postgres.url, PUBLIC_URL: '', PORT: '', ...env },
      { args: ['reset', 'Ann@example.com'] },
    );
  const link = /\/reset-password\?token=by-hand\.[\w-]{43}$/m;
  const there = await reset({ PUBLIC_URL: 'https://house.example/' });
  expect(there.code).toBe(0);
  expect(there.output).toContain('With this link Ann@example.com gets a new password');
  expect(there.output).toMatch(new RegExp(`^https://house\\.example${link.source}`, 'm'));
  const here = await reset({ PORT: '3456', SALES: 'off' });
  expect(here.output).toMatch(new RegExp(`^http://localhost:3456${link.source}`, 'm'));
  const { rows } = await postgres.pool.query('select used from password_reset_tokens order by id');
  expect(rows).toEqual([{ used: true }, { used: false }]);
  await postgres.close();
}, 60_000);

it.each([
  [['grant', 'nobody@example.com'], 'There is no account with the address nobody@example.com'],
  [['reset', 'nobody@example.com'], 'There is no account with the address nobody@example.com'],
  [['promote', 'ann@example.com'], 'Usage: npm run admin -- grant EMAIL'],
  [['grant'], 'Usage: npm run admin -- grant EMAIL'],
])(
  'npm run admin with %j prints one clear sentence and exits with code 1',
  async (words, sentence) => {
    const postgres = await testDatabase();
    const { code, output } = await runToEnd(
      'scripts/admin.ts',
      { DATABASE_URL: postgres.url },
      { args: words },
    );
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/\n\s+at /);
    await postgres.close();
  },
  60_000,
);
