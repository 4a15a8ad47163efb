import { describe, expect, test } from 'vitest';
import { converse, seeded, silhouette } from './wave.ts';

describe('conversation', () => {
  test.each([1, 2, 3, 4, 5])(
    'the wave of seed %i alternates between hosts, overlaps and fills the whole width',
    (seed) => {
      const turns = converse(seeded(seed), 6);
      expect(turns.length).toBeGreaterThanOrEqual(6);
      expect(turns[0]?.from).toBe(0);
      expect(Math.max(...turns.map((turn) => turn.to))).toBeCloseTo(1);
      for (const { from, to } of turns) expect(to).toBeGreaterThan(from);
      const main = turns.filter(
        (turn, i) => i === 0 || turn.to > Math.max(...turns.slice(0, i).map((t) => t.to)),
      );
      expect(main.map((turn) => turn.host).join('')).toBe('ABABAB');
      for (let i = 1; i < main.length; i++) {
        expect(main[i]?.from).toBeLessThan(main[i - 1]?.to ?? 0);
      }
    },
  );

  test('the same seed gives the same wave, another seed a different one', () => {
    expect(converse(seeded(7), 5)).toEqual(converse(seeded(7), 5));
    expect(converse(seeded(7), 5)).not.toEqual(converse(seeded(8), 5));
  });
});

test('the silhouette of a turn stays within its width and height', () => {
  const shape = { from: 100, to: 700, middle: 300, height: 400, hump: 80 };
  const path = silhouette(seeded(3), shape);
  expect(path).toMatch(/^M100 300C[-\d. C]+Z$/);
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([100, 700]);
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...ys)).toBeLessThanOrEqual(500);
  expect(Math.min(...ys) - 300).toBeCloseTo(300 - Math.max(...ys), 5);
});
