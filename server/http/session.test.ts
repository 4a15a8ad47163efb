import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

test('a visit does not write to its session, which expires together with its cookie', async () => {
  const visitor = app.visitor();
  const account = { email: 'reader@example.com', password: 'secret1' };
  const reply = await visitor.post('/api/auth/register').send(account).expect(201);
  const cookie = reply.get('Set-Cookie')?.find((one) => one.startsWith('duologue=')) ?? '';
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') / 1000;
  const before = await row();
  expect(Math.abs(before.expire - expires)).toBeLessThanOrEqual(1);

  const visit = await visitor.get('/api/auth/me').expect(200);
  expect(visit.body.user.email).toBe(account.email);
  expect(visit.get('Set-Cookie')).toBeUndefined();
  expect(await row()).toEqual(before);
});

/** The only session there is; `version` changes with every write. */
async function row() {
  const { rows } = await app.db.execute<{ version: string; expire: number }>(
    sql`select xmin::text as version, extract(epoch from expire::timestamptz)::float8 as expire from session`,
  );
  return rows[0] ?? { version: 'none', expire: 0 };
}
