import { expect, test } from 'vitest';
import { distance, MEDIAN, shareUpTo } from './reference.ts';

test('the reference has the published figures', () => {
  expect(shareUpTo(1000)).toBeCloseTo(0.975, 3);
  expect(shareUpTo(MEDIAN)).toBeCloseTo(0.5, 6);
  expect(shareUpTo(0)).toBe(0);
  // No stretch of 20 ms holds more gaps than the one about the mode.
  const stretches = Array.from({ length: 60 }, (_, i) => 20 * i + 10);
  const held = stretches.map((at) => shareUpTo(at + 10) - shareUpTo(at - 10));
  const mode = stretches[held.indexOf(Math.max(...held))] ?? 0;
  expect(Math.abs(mode - 200)).toBeLessThanOrEqual(20);
});

test('the distance is that of the point where the shares differ most', () => {
  const even = (value: number) => Math.min(1, Math.max(0, value));
  const grid = Array.from({ length: 100 }, (_, i) => (i + 0.5) / 100);
  expect(distance(grid, even)).toBeCloseTo(0.005, 6);
  expect(distance([0.5], even)).toBe(0.5);
  expect(
    distance(
      grid.map((value) => value / 2),
      even,
    ),
  ).toBeCloseTo(0.505, 2);
  expect(distance([], even)).toBeNaN();
});
