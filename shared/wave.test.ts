import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drawDuet,
  drawVoice,
  drawWave,
  imagineTurns,
  seedOf,
  type Turn,
  turnsOf,
  WAVE_SLOTS,
} from './wave.ts';

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

/** A talk in slots of any shares and silences, in which A has about `shareOfA` of what is said. */
const talk = fc
  .record({
    shareOfA: fc.double({ min: 0, max: 1, noNaN: true }),
    slots: fc.array(
      fc.record({
        spoken: fc.double({ min: 0, max: 1, noNaN: true }),
        // In most slots of a real talk one host speaks alone.
        lean: fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-1, 1)),
      }),
      { minLength: WAVE_SLOTS, maxLength: WAVE_SLOTS },
    ),
  })
  .map(({ shareOfA, slots }) => {
    const partsOfA = slots.map(({ lean }) =>
      lean > 0 ? shareOfA + lean * (1 - shareOfA) : shareOfA * (1 + lean),
    );
    return {
      a: slots.map(({ spoken }, i) => spoken * (partsOfA[i] ?? 0)),
      b: slots.map(({ spoken }, i) => spoken * (1 - (partsOfA[i] ?? 0))),
      chapters: [],
    };
  });

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
/** The part of the whole width that is a host's: from the end of the other's turn to the end of his own. */
const widthOf = (turns: Turn[], side: Turn['side']) =>
  total(turns.map((turn, i) => (turn.side === side ? turn.to - (turns[i - 1]?.to ?? 0) : 0)));

test('in any talk each host is drawn for his share of it, in turns wide enough to be told apart', () => {
  fc.assert(
    fc.property(talk, fc.integer({ min: 1, max: WAVE_SLOTS }), (wave, slots) => {
      const turns = turnsOf(wave, slots);
      expect(turns.filter(({ from, to }) => !(from >= 0 && from < to && to <= 1))).toEqual([]);
      const share = total(wave.a) / (total(wave.a) + total(wave.b) || 1);
      expect(Math.abs(widthOf(turns, 'A') - share)).toBeLessThanOrEqual(1 / slots);
      expect([turns[0]?.from, turns.at(-1)?.to]).toEqual([0, 1]);
      turns.forEach(({ side, from, to }, i) => {
        const next = turns[i + 1];
        if (!next) return;
        // No hole, and nobody speaks twice in a row.
        expect(next.side).not.toBe(side);
        expect(next.from).toBeLessThan(to);
        if (i > 0) expect(to - from).toBeGreaterThanOrEqual(1 / slots);
      });
    }),
    { numRuns: 300 },
  );
});

test('a host who speaks a tenth of the time is seen on the narrowest phone', () => {
  for (const quiet of ['A', 'B'] as const) {
    for (let part = 10; part <= 50; part++) {
      const shares = {
        few: Array(WAVE_SLOTS).fill(part / 100),
        many: Array(WAVE_SLOTS).fill(1 - part / 100),
      };
      const { few: a, many: b } = shares;
      const wave = quiet === 'A' ? { a, b } : { a: b, b: a };
      const turns = turnsOf({ ...wave, chapters: [] }, 320 / 20);
      expect(widthOf(turns, quiet) * 320).toBeGreaterThan(20);
    }
  }
});

test('music before the first line and after the last belongs to nobody and leaves no hole', () => {
  const isMusic = (i: number) => i < 4 || i > 89;
  const wave = {
    a: Array.from({ length: WAVE_SLOTS }, (_, i) => (isMusic(i) ? 0 : 0.3)),
    b: Array.from({ length: WAVE_SLOTS }, (_, i) => (isMusic(i) ? 0 : 0.6)),
    chapters: [],
  };
  const turns = turnsOf(wave, 20);
  expect(widthOf(turns, 'A')).toBeCloseTo(1 / 3, 1);
  expect([turns[0]?.side, turns[0]?.from, turns.at(-1)?.to]).toEqual(['B', 0, 1]);
});

test('a wider wave shows more turns of the same talk, and its humps stay as wide', () => {
  const wave = {
    a: Array(WAVE_SLOTS).fill(0.6),
    b: Array(WAVE_SLOTS).fill(0.4),
    chapters: [],
  };
  const countOf = (width: number) => {
    const { a, b } = drawWave(wave, { seed: '', width, height: 72 });
    const shapes = pointsOf(a + b);
    return { turns: shapes.length, points: total(shapes.map(({ length }) => length)) };
  };
  const [phone, desktop] = [countOf(390), countOf(1280)];
  expect(desktop.turns / phone.turns).toBeCloseTo(1280 / 390, 0);
  expect(desktop.points / phone.points).toBeCloseTo(1280 / 390, 0);
});

test('an episode looks the same wherever it is drawn, whatever it is called there', () => {
  const wave = { a: [0.9, 0.1, 0.8], b: [0, 0.8, 0.1], chapters: [] };
  const draw = (seed: string, own: typeof wave | null) =>
    drawWave(own, { seed, width: 350, height: 32 });
  expect(draw('public id', wave)).toEqual(draw('token', wave));
  expect(draw('public id', null)).not.toEqual(draw('token', null));
});
