import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNews, type Known, remainingNow, waitFor } from './rateLimiter.ts';

const MINUTE = 60_000;
const tokens = (change: Partial<Known> = {}): Known => ({
  kind: 'tokens',
  limit: 6_000,
  remaining: 0,
  fullIn: MINUTE,
  age: 0,
  ...change,
});
const waits = (id: string, tokens: number) => ({ id, tokens, isMade: false });
const made = (id: string, tokens: number) => ({ id, tokens, isMade: true });

test('a limit comes back evenly, and never above itself', () => {
  expect(remainingNow(tokens())).toBe(0);
  expect(remainingNow(tokens({ age: 30_000 }))).toBe(3_000);
  expect(remainingNow(tokens({ age: 2 * MINUTE }))).toBe(6_000);
  // One of a day takes its day.
  expect(remainingNow(tokens({ fullIn: 24 * 60 * MINUTE, age: MINUTE }))).toBeCloseTo(6_000 / 1440);
});

test('a call waits for what is missing for itself, for those before it and for open ones', () => {
  const limits = [tokens({ remaining: 1_000, fullIn: 50_000 })];
  expect(waitFor('a', [waits('a', 1_000)], limits)).toBe(0);
  expect(waitFor('a', [waits('a', 1_500)], limits)).toBe(5_000);
  expect(waitFor('a', [waits('a', 1_500), waits('b', 900)], limits)).toBe(5_000);
  expect(waitFor('b', [waits('a', 1_500), waits('b', 900)], limits)).toBe(14_000);
  expect(waitFor('a', [waits('a', 1_000), made('b', 900)], limits)).toBe(9_000);
  const both = [...limits, { ...tokens({ limit: 2, fullIn: 40_000 }), kind: 'requests' as const }];
  expect(waitFor('a', [waits('a', 1_000)], both)).toBe(20_000);
  expect(waitFor('a', [waits('a', 1_000_000)], [])).toBe(0);
});

test('a call above the whole limit is made once all of it is there', () => {
  expect(waitFor('a', [waits('a', 9_000)], [tokens({ age: 30_000 })])).toBe(30_000);
  expect(waitFor('a', [waits('a', 9_000)], [tokens({ age: MINUTE })])).toBe(0);
});

test('a limit that is not back for hours is left to the provider to refuse', () => {
  const day = [tokens({ fullIn: 24 * 60 * MINUTE })];
  expect(waitFor('a', [waits('a', 1_000)], day)).toBe(0);
  // Only the first asks; others would but add to the refusals.
  expect(waitFor('b', [waits('a', 1_000), waits('b', 1_000)], day)).toBeGreaterThan(MINUTE);
});

test('an answer that was asked for before the last one came only lowers what remains', () => {
  const known = tokens({ remaining: 2_000 });
  const reported = (remaining: number, limit = 6_000) => ({ limit, remaining, fullIn: MINUTE });
  expect(isNews(reported(5_000), known, false)).toBe(false);
  expect(isNews(reported(1_000), known, false)).toBe(true);
  expect(isNews(reported(5_000), known, true)).toBe(true);
  expect(isNews(reported(9_000, 10_000), known, false)).toBe(true);
  expect(isNews(reported(5_000), undefined, false)).toBe(true);
});

test('those who may go at once fit into what remains together', () => {
  const calls = fc.array(
    fc.record({ tokens: fc.integer({ min: 1, max: 4_000 }), isMade: fc.boolean() }),
  );
  fc.assert(
    fc.property(calls, fc.integer({ min: 0, max: 6_000 }), (drawn, remaining) => {
      const queue = drawn.map((call, index) => ({ ...call, id: String(index) }));
      const limits = [tokens({ remaining, fullIn: 6_000 - remaining })];
      const open = queue.filter(({ isMade }) => isMade);
      const going = queue.filter((call) => !call.isMade && !waitFor(call.id, queue, limits));
      const sum = [...open, ...going].reduce((total, call) => total + call.tokens, 0);
      if (going.length) expect(sum).toBeLessThanOrEqual(remaining);
      // Nobody overtakes: whoever goes was before all who wait.
      const waiting = queue.filter((call) => !call.isMade);
      expect(going).toEqual(waiting.slice(0, going.length));
    }),
  );
});
