import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookiesOf } from '../../testing/cookie.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

test('a visit does not write to its session, which expires together with its cookie', async () => {
  const visitor = app.visitor();
  const account = { email: 'reader@example.com', password: 'secret1' };
  const reply = await visitor.post('/api/auth/register').send(account).expect(201);
  const cookie = reply.get('Set-Cookie')?.find((one) => /^duologue-.{8}=/.test(one)) ?? '';
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') / 1000;
  const before = await row();
  expect(Math.abs(before.expire - expires)).toBeLessThanOrEqual(1);

  const visit = await visitor.get('/api/auth/me').expect(200);
  expect(visit.body.user.email).toBe(account.email);
  expect(visit.get('Set-Cookie')).toBeUndefined();
  expect(await row()).toEqual(before);
});

test('two installations on one host leave each other’s people signed in, and an update does, too', async () => {
  const other = await openTestApp({ work: false });
  try {
    const account = { email: 'both@example.com', password: 'secret1' };
    const jar = new Map<string, string>();
    const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const house of [app, other]) {
      const reply = await house
        .visitor()
        .post('/api/auth/register')
        .set('Cookie', cookies())
        .send(account)
        .expect(201);
      for (const pair of cookiesOf(reply)) {
        const [name = '', value = ''] = pair.split('=', 2);
        jar.set(name, value);
      }
    }
    const me = async (house: TestApp, cookie: string) =>
      (await house.visitor().get('/api/auth/me').set('Cookie', cookie)).body.user?.email;
    for (const house of [app, other]) expect(await me(house, cookies())).toBe(account.email);
    const value = [...jar].find(([name]) => /^duologue-.{8}$/.test(name))?.[1];
    expect(await me(app, `theme=dark; duologue=${value}`)).toBe(account.email);
    expect(await me(other, `duologue=${value}`)).toBeUndefined();
  } finally {
    await other.close();
  }
});

/** The only session there is; `version` changes with every write. */
async function row() {
  const { rows } = await app.db.execute<{ version: string; expire: number }>(
    sql`select xmin::text as version, extract(epoch from expire::timestamptz)::float8 as expire from session`,
  );
  return rows[0] ?? { version: 'none', expire: 0 };
}
