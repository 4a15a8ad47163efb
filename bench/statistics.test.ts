import { expect, test } from 'vitest';
import { median, percentile, shareOf } from './statistics.ts';

test('a percentile is always one of the measured values', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.95)).toBe(95);
  expect(percentile([3, 1, 2], 1)).toBe(3);
  expect(percentile([3, 1, 2], 0)).toBe(1);
  expect(median([9, 1, 5])).toBe(5);
});

test('without values there is no percentile and no share', () => {
  expect(percentile([], 0.5)).toBeNaN();
  expect(shareOf([], () => true)).toBeNaN();
});

test('a share is the fraction of values that meet a condition', () => {
  expect(shareOf([1, 2, 3, 4], (value) => value > 1)).toBe(0.75);
});
