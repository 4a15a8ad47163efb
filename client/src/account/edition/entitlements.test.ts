import { expect, test } from 'vitest';
import { fewWords, leftWords } from './entitlements.ts';

const minutes = (used: number, limit = 300) => ({
  used,
  limit,
  resetsAt: '2026-12-01T00:00:00.000Z',
});

test.each([
  [minutes(0), '300 of 300 minutes left until 1 December'],
  [minutes(180), '120 of 300 minutes left until 1 December'],
  [minutes(300), 'No minutes left until 1 December'],
  // Its limit was lowered since.
  [minutes(300, 60), 'No minutes left until 1 December'],
  [minutes(0, 0), 'No minutes left until 1 December'],
])('what is left of %j is “%s”', (given, words) => {
  expect(leftWords(given)).toBe(words);
});

test.each([
  [minutes(285), 15, null],
  [minutes(286), 15, 'Only 14 minutes are left until 1 December, too few for this length.'],
  [minutes(299), 10, 'Only 1 minute is left until 1 December, too few for this length.'],
  [minutes(300), 10, 'This month’s minutes are used up. You get new ones on 1 December.'],
  [minutes(300, 60), 10, 'This month’s minutes are used up. You get new ones on 1 December.'],
])('%j for %i minutes says %s', (given, duration, words) => {
  expect(fewWords(given, duration)).toBe(words);
});
