import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { rateLimits } from '../db/tables.ts';
import { openTestApp, type TestApp } from '../testing/app.ts';
import { somebody } from '../testing/roles.ts';
import { openCounter } from './limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

const keys = async () => (await app.db.select().from(rateLimits)).map(({ key }) => key);

it('no limit of any call counts by what a body says before its schema has read it', async () => {
  const admin = await somebody(app, { isAdmin: true });
  const mark = randomUUID();
  for (const { call, body } of app.endpoints) {
    if (!body) continue;
    const { properties = {} } = z.toJSONSchema(body, { io: 'input' });
    const sent = Object.keys(properties).map((name) => [name, `\t${mark}${'x'.repeat(2000)}`]);
    await admin.ask(call.replace(/:\w+/g, '1'), Object.fromEntries(sent));
  }
  const counted = await keys();
  expect(counted.length).toBeGreaterThan(5);
  expect(counted.filter((key) => key.includes(mark) || key.length > 130)).toEqual([]);
});

it('a key of any length is counted, and its like is not taken for it', async () => {
  const counter = openCounter(app.pool, 'long', { points: 1, seconds: 60 });
  const key = 'k'.repeat(5000);
  await counter.add(key);
  await expect(counter.refuseSpent(key)).rejects.toMatchObject({ code: 'too_many' });
  await counter.refuseSpent(`${key}k`);
  expect((await keys()).filter((one) => one.startsWith('long:'))).toEqual([
    expect.stringMatching(/^long:.{43}$/),
  ]);
});
