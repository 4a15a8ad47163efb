import { expect, test } from 'vitest';
import { countLines, overtaken } from './fairness.ts';

const times = (episode: number, from: number, to: number, every: number) =>
  Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => ({
    episode,
    at: from + index * every,
  }));

test('lines are counted only while all episodes are being spoken', () => {
  const purchases = [...times(1, 0, 40, 1), ...times(2, 10, 60, 1), ...times(3, 0, 60, 2)];
  expect(countLines([1, 2, 3], purchases)).toEqual({ from: 10, to: 40, lines: [31, 31, 16] });
});

test('lines of other episodes are not counted', () => {
  const purchases = [...times(1, 0, 10, 1), ...times(9, 5, 6, 1)];
  expect(countLines([1], purchases).lines).toEqual([11]);
});

test('no episode is overtaken when all start in payment order', () => {
  const episodes = [3, 1, 2].map((paidAt) => ({ paidAt, startedAt: 10 * paidAt }));
  expect(overtaken([...episodes, { paidAt: 4, startedAt: null }], 100)).toBe(0);
});

test('an episode that starts after a later-paid one, or not at all, is overtaken', () => {
  const first = { paidAt: 1, startedAt: 30 };
  expect(overtaken([first, { paidAt: 2, startedAt: 28 }, { paidAt: 3, startedAt: 29 }], 50)).toBe(
    2,
  );
  expect(
    overtaken(
      [
        { ...first, startedAt: null },
        { paidAt: 2, startedAt: 28 },
      ],
      50,
    ),
  ).toBe(22);
});
