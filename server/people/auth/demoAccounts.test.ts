import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../base/db/tables.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

const play = (value: unknown, visitor = app.visitor()) =>
  visitor.post('/api/auth/dev-mode').send({ value });

describe('development mode', () => {
  it('development mode signs in as a demo user or admin, created on demand, and out again', async () => {
    const visitor = app.visitor();
    const { body: first } = await play('user', visitor).expect(200);
    expect(first.user).toMatchObject({ isAdmin: false, emailVerified: true, hasPassword: false });
    expect((await visitor.get('/api/auth/me')).body).toEqual(first);
    const { body: second } = await play('admin', visitor).expect(200);
    expect(second.user).toMatchObject({ isAdmin: true });
    expect((await visitor.get('/api/auth/me')).body).toEqual(second);
    await play('logout', visitor).expect(200, { user: null });
    await visitor.get('/api/auth/me').expect(200, { user: null });
    expect((await play('user')).body).toEqual(first);
  });

  it('a demo account cannot be signed in to with a password', async () => {
    await play('admin').expect(200);
    const email = 'demo-admin@duologue.example';
    for (const password of ['nobody has this password', 'demo-admin']) {
      await app.visitor().post('/api/auth/login').send({ email, password }).expect(401);
    }
  });

  it('development mode signs out without a value and refuses an unknown value', async () => {
    await app.visitor().post('/api/auth/dev-mode').expect(200, { user: null });
    await play('owner').expect(400);
  });

  it('an account that registered the demo admin’s email first gets no admin rights', async () => {
    const own = await openTestApp({ work: false });
    try {
      const { visitor } = await own.buyer('Demo-Admin@duologue.example');
      await own.visitor().post('/api/auth/dev-mode').send({ value: 'admin' }).expect(409);
      expect((await visitor.get('/api/auth/me')).body.user.isAdmin).toBe(false);
    } finally {
      await own.close();
    }
  });
});

describe('development mode from elsewhere', () => {
  it.each([
    ['a proxy with X-Forwarded-For', 'X-Forwarded-For', '203.0.113.7'],
    ['a proxy that claims to forward for this machine', 'X-Forwarded-For', '127.0.0.1'],
    ['a proxy with Forwarded', 'Forwarded', 'for=203.0.113.7'],
  ])('development mode answers 404 to %s', async (_, name, value) => {
    await play('admin').set(name, value).expect(404);
  });

  it('development mode answers 404 to a web page whose host name points at this machine', async () => {
    const page = { Host: 'evil.example', Origin: 'http://evil.example' };
    await play('admin').set(page).expect(404);
  });

  it.each([
    ['one real provider', { OPENAI_API_KEY: 'key' }],
    ['NODE_ENV=production', { NODE_ENV: 'production', ALLOW_STANDINS: 'true' }],
  ])('development mode is off with %s', async (_, env) => {
    const real = await openTestApp({ work: false, env });
    try {
      const visitor = real.visitor();
      expect((await visitor.get('/api/config')).body.devMode).toBe(false);
      await visitor.post('/api/auth/dev-mode').send({ value: 'user' }).expect(404);
      expect((await visitor.get('/openapi.json')).text).not.toContain('dev-mode');
      expect(await real.db.$count(users, eq(users.username, 'demo-user'))).toBe(0);
    } finally {
      await real.close();
    }
  });
});
