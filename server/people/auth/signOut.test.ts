import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

type Visitor = Awaited<ReturnType<TestApp['buyer']>>['visitor'];
const isSignedIn = async (visitor: Visitor) =>
  (await visitor.get('/api/auth/me')).body.user !== null;

describe('GET /api/logout', () => {
  it.each(['same-origin', 'none'])(
    'a browser that says Sec-Fetch-Site %s is signed out and sent home',
    async (site) => {
      const { visitor } = await app.buyer();
      const reply = await visitor.get('/api/logout').set('Sec-Fetch-Site', site).expect(302);
      expect(reply.headers.location).toBe('/');
      expect(await isSignedIn(visitor)).toBe(false);
    },
  );

  it.each(['cross-site', 'same-site', 'nonsense'])(
    'a browser that says Sec-Fetch-Site %s stays signed in',
    async (site) => {
      const { visitor } = await app.buyer();
      await visitor.get('/api/logout').set('Sec-Fetch-Site', site).expect(403);
      expect(await isSignedIn(visitor)).toBe(true);
    },
  );

  it('a browser that does not say who sent it stays signed in and gets one Sign Out button', async () => {
    const { visitor } = await app.buyer();
    const { text } = await visitor.get('/api/logout').expect(200).expect('Content-Type', /html/);
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).toContain('Sign Out');
    expect(await isSignedIn(visitor)).toBe(true);

    const [, method = '', action = ''] = /<form method="(\w+)" action="([^"]+)">/.exec(text) ?? [];
    expect(method).toBe('post');
    // As a form without fields is sent.
    const pressed = visitor.post(action).type('application/x-www-form-urlencoded');
    expect((await pressed.expect(302)).headers.location).toBe('/');
    expect(await isSignedIn(visitor)).toBe(false);
  });
});
