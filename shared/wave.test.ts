import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawDuet, drawVoice, imagineTurns, seedOf } from './wave.ts';

type Point = [x: number, y: number];

/** Points and control points of a path of M and C commands, one list per silhouette. */
function pointsOf(path: string): Point[][] {
  return path
    .split('Z')
    .filter(Boolean)
    .map((shape) => {
      const numbers = shape.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
      return numbers.flatMap((x, i): Point[] => (i % 2 ? [] : [[x, numbers[i + 1] ?? Number.NaN]]));
    });
}

const drawing = fc.record({
  seed: fc.nat(),
  width: fc.integer({ min: 40, max: 1600 }),
  height: fc.integer({ min: 8, max: 200 }),
});

/** Distance of the lower edge from the mirrored upper one, and of any point outside the frame. */
function faults(shapes: Point[][], width: number, height: number) {
  let mirror = 0;
  let outside = 0;
  for (const shape of shapes) {
    shape.forEach(([x, y], i) => {
      const [otherX, otherY] = shape[shape.length - 1 - i] ?? [Number.NaN, Number.NaN];
      mirror = Math.max(mirror, Math.abs(otherX - x), Math.abs(y + otherY - height));
      outside = Math.max(outside, -x, x - width, -y, y - height);
    });
  }
  return { mirror, outside };
}

test('any conversation is drawn as finite shapes, mirrored on the centre line and within the frame', () => {
  fc.assert(
    fc.property(drawing, fc.integer({ min: 1, max: 150 }), (size, count) => {
      const { a, b } = drawDuet(imagineTurns(size.seed, count), size);
      const shapes = pointsOf(a + b);
      expect(shapes.length).toBeGreaterThan(0);
      // Coordinates are rounded to a tenth; NaN and Infinity fail both comparisons.
      const { mirror, outside } = faults(shapes, size.width, size.height);
      expect(mirror).toBeLessThanOrEqual(0.11);
      expect(outside).toBeLessThanOrEqual(0.1);
    }),
    { numRuns: 60 },
  );
});

test('an imagined conversation stays within its length and both hosts speak in it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 2, max: 40 }), (seed, count) => {
      const turns = imagineTurns(seed, count);
      for (const { from, to } of turns) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1);
        expect(to).toBeGreaterThan(from);
      }
      expect(new Set(turns.map(({ side }) => side)).size).toBe(2);
    }),
  );
});

test('a single voice is drawn, with narrower humps if it is brighter', () => {
  const size = { seed: seedOf('brian'), width: 78, height: 34 };
  const humps = (hump: number) => pointsOf(drawVoice({ ...size, hump }))[0]?.length ?? 0;
  expect(humps(14)).toBeGreaterThan(8);
  expect(humps(7)).toBeGreaterThan(humps(14));
});

test('the same seed draws the same wave, and another seed a different one', () => {
  const draw = (id: string) => {
    const seed = seedOf(id);
    return drawDuet(imagineTurns(seed, 8), { seed, width: 350, height: 64 });
  };
  expect(draw('abc')).toEqual(draw('abc'));
  expect(draw('abc').a).not.toBe(draw('abd').a);
});
