import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit, rateLimits, users } from '../../base/db/tables.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false, env: { SALES: 'off', SIGNUPS: 'off' } });
});
beforeEach(async () => {
  await app.db.delete(audit);
  await app.db.delete(users);
  await app.db.delete(rateLimits);
});
afterAll(() => app.close());

const register = (setupCode?: string, email = `${randomUUID()}@example.com`) =>
  app.visitor().post('/api/auth/register').send({ email, password: 'secret1', setupCode });
const closed = {
  code: 'forbidden',
  message: 'This house isn’t open to new accounts. Ask whoever runs it.',
};

it('SIGNUPS=off closes the door behind the first account, also for whoever has its code', async () => {
  const { body } = await app.visitor().get('/api/config').expect(200);
  expect(body.house).toMatchObject({ signups: false, needsSetupCode: true });
  const code = await app.setupCode();
  const { body: first } = await register(code, 'ann@example.com').expect(201);
  expect(first.user.isAdmin).toBe(true);
  expect((await register().expect(403)).body).toMatchObject(closed);
  expect((await register(code).expect(403)).body).toMatchObject(closed);
  // Nobody learns by this who has an account.
  expect((await register(undefined, 'ann@example.com').expect(403)).body).toMatchObject(closed);
  expect(await app.db.$count(users)).toBe(1);
});

it('SIGNUPS=off leaves the door open to whoever has an account', async () => {
  await register(await app.setupCode(), 'ann@example.com').expect(201);
  const login = { email: 'Ann@example.com', password: 'secret1' };
  const { body } = await app.visitor().post('/api/auth/login').send(login).expect(200);
  expect(body.user.isAdmin).toBe(true);
});

it('with SIGNUPS=off, of twenty first accounts at once one is made and the others are refused', async () => {
  const code = await app.setupCode();
  const replies = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, body } = await register(code);
      return { status, body };
    }),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual(Array(19).fill(403));
  for (const { body } of refused) expect(body).toMatchObject(closed);
  expect(await app.db.$count(users)).toBe(1);
});
