import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { somebody } from '../../testing/roles.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { rateLimits } from '../db/tables.ts';
import { openCounter, openLimits } from './requestLimits.ts';

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

it('a /56 and a /48 have four and sixteen times the share of a /64, whatever is in them', async () => {
  const limit = openLimits(app.pool)('contact');
  /** How many of ten calls are answered. */
  async function answered(ip: string): Promise<number> {
    let count = 0;
    for (let n = 0; n < 10; n++) {
      await limit({ ip } as Request).then(
        () => count++,
        (problem) => expect(problem).toMatchObject({ code: 'too_many' }),
      );
    }
    return count;
  }
  const of56: number[] = [];
  for (let n = 0; n < 6; n++) of56.push(await answered(`2001:db8:56:a0${n}::1`));
  expect(of56).toEqual([5, 5, 5, 5, 0, 0]);
  const of48: number[] = [];
  for (let n = 1; n < 15; n++) of48.push(await answered(`2001:db8:56:b${n.toString(16)}00::1`));
  expect(of48.reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(await answered('2001:db8:57::1')).toBe(5);
  expect(await answered('192.0.2.57')).toBe(5);
});
