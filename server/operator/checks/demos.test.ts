import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { podcasts } from '../../base/db/tables.ts';
import { aPodcast } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { checkDemos } from './duologue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

const { signal } = new AbortController();
const findings = (url = app.url) => checkDemos(url, { buy: false, signal });

test('a shop without a demo is told how to have some', async () => {
  const [found] = await findings();
  expect(found).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('npm run samples -- --yes'),
  });
});

test('demos that can be heard, or are being made, are in order', async () => {
  for (const status of ['processing', 'completed'] as const) {
    const { id } = await aPodcast(app.db);
    const change = { isSample: true, status, completedAt: sql`now()` };
    await app.db.update(podcasts).set(change).where(eq(podcasts.id, id));
    expect((await findings()).map(({ ok }) => ok)).toEqual([true]);
  }
});

test('where visitors do not come in, the demos are not asked for', async () => {
  expect(await findings('http://127.0.0.1:1')).toEqual([]);
});
