import { expect, test } from 'vitest';
import { allowancesOf } from './rateLimits.ts';

const tokenAllowanceOf = (limit: string, remaining: string, reset: string) =>
  allowancesOf(
    new Headers({
      'x-ratelimit-limit-tokens': limit,
      'x-ratelimit-remaining-tokens': remaining,
      'x-ratelimit-reset-tokens': reset,
    }),
  ).tokens;

test.each([
  ['150000', '149984', '6m0s', 360_000],
  ['5000', '4999', '12ms', 12],
  ['1500000', '1495621', '4m12.172s', 252_172],
  ['1500000', '43244', '23h18m29.144s', 83_909_144],
  ['60', '59', '1', 1_000],
  // Without a time it is a minute's.
  ['60', '30', '', 30_000],
])('a limit of %s of which %s remain is full in %s', (limit, remaining, reset, fullIn) => {
  expect(tokenAllowanceOf(limit, remaining, reset)).toEqual({
    limit: Number(limit),
    remaining: Number(remaining),
    fullIn,
  });
});

test('what is no limit is none', () => {
  expect(tokenAllowanceOf('-1', '-1', '0')).toBeUndefined();
  expect(tokenAllowanceOf('0', '0', '1s')).toBeUndefined();
  expect(tokenAllowanceOf('many', 'some', 'soon')).toBeUndefined();
  expect(allowancesOf(new Headers())).toEqual({});
  expect(allowancesOf(undefined)).toEqual({});
});
