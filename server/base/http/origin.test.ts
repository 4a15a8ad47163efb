import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

const write = (app: TestApp, origin: string, host: string) =>
  app.visitor().post('/api/auth/logout').set({ Origin: origin, Host: host });

describe('where PUBLIC_URL is set', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ work: false, env: { PUBLIC_URL: 'https://duologue.example/' } });
  });
  afterAll(() => app.close());

  it('a write from exactly that origin is taken', async () => {
    await write(app, 'https://duologue.example', 'duologue.example').expect(200);
  });

  it.each([
    'http://duologue.example',
    'https://duologue.example:8443',
    'https://www.duologue.example',
    'https://duologue.example.evil.example',
    'https://DUOLOGUE.example/',
    'null',
  ])('a write from %s is refused, whatever Host it names', async (origin) => {
    for (const host of ['duologue.example', URL.parse(origin)?.host ?? 'x']) {
      expect((await write(app, origin, host)).body).toMatchObject({
        code: 'cross_site',
        message: expect.stringContaining('https://duologue.example:'),
      });
    }
  });
});

it('a write from the host itself is taken where PUBLIC_URL is unset, and from another is not', async () => {
  const app = await openTestApp({ work: false });
  try {
    await write(app, 'http://studio.local:3000', 'studio.local:3000').expect(200);
    await write(app, 'http://studio.local', 'studio.local:3000').expect(403);
  } finally {
    await app.close();
  }
});
