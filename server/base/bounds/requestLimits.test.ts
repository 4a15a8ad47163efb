import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Request, Response } from 'express';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Problem } from '#shared/problem.ts';
import { somebody } from '../../testing/roles.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { rateLimits } from '../db/tables.ts';
import { BOUNDS, type Bound, delayRefusals, openCounter, openLimits } from './requestLimits.ts';

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

const page = path.resolve(import.meta.dirname, '../../../docs/security.md');
const TOO_MANY = 'Too many attempts. Please wait a little and try again.';

it.each(Object.entries<Bound>(BOUNDS))(
  'the bound %s stands in the table of security.md',
  (name, bound) => {
    const { seconds, account, accounts, network, everybody, refusal } = bound;
    const time = seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`;
    const most = [account, accounts, network, everybody].map((points) => points ?? '');
    const row = ['', `\`${name}\``, time, ...most, refusal?.[1] ?? TOO_MANY, ''].join(' | ').trim();
    expect(readFileSync(page, 'utf8')).toContain(row.replaceAll('  ', ' '));
  },
);

it('no share of what is bounded for everybody comes near the whole', () => {
  for (const { account, accounts, network, everybody } of Object.values<Bound>(BOUNDS)) {
    if (everybody === undefined) continue;
    expect(Math.max(account ?? 0, accounts ?? 0, network ?? 0)).toBeLessThanOrEqual(
      (everybody * 2) / 3,
    );
  }
});

afterEach(() => void vi.useRealTimers());

it('who comes too often waits for the answer, and nobody else does', () => {
  vi.useFakeTimers();
  const received: unknown[] = [];
  const pass = (error: unknown) =>
    delayRefusals(1000)(
      error,
      {} as Request,
      {} as Response,
      (passed) => void received.push(passed),
    );
  const [often, wrong] = [new Problem('too_many', 'Wait'), new Problem('bad_credentials', 'No')];
  pass(often);
  pass(wrong);
  expect(received).toEqual([wrong]);
  vi.advanceTimersByTime(499);
  expect(received).toEqual([wrong]);
  vi.advanceTimersByTime(1001);
  expect(received).toEqual([wrong, often]);
});
