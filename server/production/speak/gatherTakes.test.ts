import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTakeGatherer } from './speakTakes.ts';

const LONGEST = 2_000;

interface Step {
  what: 'line' | 'section' | 'end' | 'skip';
  length: number;
}
interface Line {
  position: number;
  section: number;
  length: number;
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom('line', 'line', 'line', 'line', 'line', 'section', 'end', 'skip'),
    length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_500 })),
  }),
  { maxLength: 80 },
);

/** The takes of these steps, and the numbers of lines that had come when each was sent. */
function gather(taken: Step[]) {
  const takes: Line[][] = [];
  const sentAfter: number[] = [];
  const lines: Line[] = [];
  const gatherer = openTakeGatherer<Line>(LONGEST, (take) => {
    takes.push(take);
    sentAfter.push(lines.length);
  });
  let position = 0;
  let section = 0;
  for (const { what, length } of taken) {
    if (what === 'end') gatherer.end();
    if (what === 'section') section++;
    // Another line in between has been spoken already.
    if (what === 'skip') position++;
    if (what === 'end' || what === 'skip') continue;
    const line = { position: position++, section, length };
    gatherer.add(line, length);
    lines.push(line);
  }
  gatherer.end();
  return { takes, lines, sentAfter };
}

test('every line is in one take, in order, and no take is longer than allowed', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { takes, lines } = gather(taken);
      expect(takes.flat()).toEqual(lines);
      for (const take of takes) {
        const characters = take.reduce((sum, { length }) => sum + length, 0);
        if (take.length > 1) expect(characters).toBeLessThanOrEqual(LONGEST);
        expect(take.length).toBeLessThanOrEqual(12);
        expect(new Set(take.map(({ section }) => section)).size).toBe(1);
        const places = take.map(({ position }) => position);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
        // The first sound waits for three lines, and the next for six.
        for (const end of [3, 9]) {
          if ((places[0] ?? 0) >= end) continue;
          expect(places.slice(0, -1).every((place) => place + 1 < end)).toBe(true);
        }
      }
    }),
  );
});

test('a take ends only where it has to', () => {
  const talk = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(talk, (lengths) => {
      const { takes } = gather(lengths.map((length) => ({ what: 'line', length })));
      for (const [at, take] of takes.slice(0, -1).entries()) {
        const characters = take.reduce((sum, { length }) => sum + length, 0);
        const isFirst = [3, 9].includes((take.at(-1)?.position ?? 0) + 1);
        const isFull =
          take.length === 12 || characters + (takes[at + 1]?.[0]?.length ?? 0) > LONGEST;
        expect(isFirst || isFull).toBe(true);
      }
    }),
  );
});

test('a take goes out with its last line if it is full, and else with what ends it', () => {
  const line = { what: 'line' as const, length: 100 };
  const talk: Step[] = Array.from({ length: 22 }, () => line);
  const { takes, sentAfter } = gather([...talk, { ...line, what: 'end' }, line]);
  expect(takes.map(({ length }) => length)).toEqual([3, 6, 12, 1, 1]);
  // The line that fills a take is not counted yet when the take is sent.
  expect(sentAfter).toEqual([2, 8, 20, 22, 23]);
});
