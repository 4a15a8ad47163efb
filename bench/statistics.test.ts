import { expect, test } from 'vitest';
import { median, percentile, shareOf } from './statistics.ts';

test('a percentile is a value that was measured', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.95)).toBe(95);
  expect(percentile([3, 1, 2], 1)).toBe(3);
  expect(percentile([3, 1, 2], 0)).toBe(1);
  expect(median([9, 1, 5])).toBe(5);
});

test('of nothing there is no percentile and no share', () => {
  expect(percentile([], 0.5)).toBeNaN();
  expect(shareOf([], () => true)).toBeNaN();
});

test('a share counts what holds', () => {
  expect(shareOf([1, 2, 3, 4], (value) => value > 1)).toBe(0.75);
});
