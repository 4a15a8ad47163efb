import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { exchangesOf, fitExchanges, fitGoodbye } from './exchanges.ts';

test.each([
  [
    ['Q?', 'A.', 'B.'],
    [['Q?', 'A.'], ['B.']],
  ],
  [['Q?', 'Or R?', 'A.'], [['Q?', 'Or R?', 'A.']]],
  [
    ['A.', '[over] Mm.', 'B.'],
    [['A.', 'Mm.'], ['B.']],
  ],
  [['Q?', '[over] Mm.', 'A.'], [['Q?', 'Mm.', 'A.']]],
])('exchanges: %j', (texts, groups) => {
  const lines: ScriptLine[] = texts.map((text) => ({
    speaker: 'A',
    text: text.replace('[over] ', ''),
    isOver: text.startsWith('[over]'),
  }));
  expect(exchangesOf(lines).map((exchange) => exchange.map(({ text }) => text))).toEqual(groups);
});

/** Exchanges of these lengths, ms. */
const section = (lengths: number[]) =>
  lengths.map((length, at) => [
    { speaker: at % 2 ? 'A' : 'B', text: `${at}`, length: length * 1_000 },
  ]);
type Line = ReturnType<typeof section>[number][number];
const OPENS = 2_000;
/** Of lines that begin the section: its chapter opens with a silence. */
const lengthOf = (lines: Line[]) =>
  lines.reduce((sum, { length }) => sum + length, lines.length ? OPENS : 0);
const keptOf = (lengths: number[], limit: number) =>
  fitExchanges(section(lengths), lengthOf, limit * 1_000 + OPENS).map(({ text }) => Number(text));

test.each([
  ['all of it where it fits', [9, 9, 9, 9], 36, [0, 1, 2, 3]],
  ['without the run that leaves most', [9, 5, 7, 3, 9, 9], 36, [0, 1, 4, 5]],
  [
    'with a turn behind another one of its host before much is lost',
    [9, 20, 3, 20, 9, 9],
    68,
    [0, 1, 3, 4, 5],
  ],
  ['with the last alone where there is no more time', [9, 9, 9, 5], 6, [3]],
  ['with nothing where there is time for nothing', [9, 9], 6, []],
])('a section is fitted: %s', (_, lengths, limit, kept) => {
  expect(keptOf(lengths, limit)).toEqual(kept);
});

it('a section that is fitted keeps its limit, and its first exchange and its end where it can', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 200 }), (all, limit) => {
      const kept = keptOf(all, limit);
      const sum = (some: number[]) => some.reduce((total, at) => total + (all[at] ?? 0), 0);
      expect(sum(kept)).toBeLessThanOrEqual(limit);
      const ends = [0, all.length - 2, all.length - 1];
      if (all.length > 3 && sum(ends) <= limit) expect(kept).toEqual(expect.arrayContaining(ends));
    }),
  );
});

describe('a goodbye', () => {
  const kept = (lengths: number[], budget: number, { question = -1, near = 0 } = {}) => {
    const lines = lengths.map((length, index) => ({
      ...{
        index,
        length,
        speaker: index % 2 ? 'A' : 'B',
        text: index === question ? 'Why?' : 'So.',
      },
    }));
    const lengthOf = (some: typeof lines) => some.reduce((sum, line) => sum + line.length, 0);
    return fitGoodbye(lines, lengthOf, { budget, near }).map(({ index }) => index);
  };

  it('keeps the last lines that come nearest to its time, but no answer without its question', () => {
    expect(kept([5, 5, 5, 5], 16)).toEqual([1, 2, 3]);
    expect(kept([5, 5, 5, 5], 18)).toEqual([0, 1, 2, 3]);
    expect(kept([5, 5, 5, 5], 16, { question: 0 })).toEqual([0, 1, 2, 3]);
    expect(kept([5, 5, 5, 5], 12, { question: 0 })).toEqual([2, 3]);
    expect(kept([5, 5, 5, 5], 16, { question: 1 })).toEqual([1, 2, 3]);
    expect(kept([5, 5], 100)).toEqual([0, 1]);
    expect(kept([50, 50], 10, { question: 0 })).toEqual([1]);
    expect(kept([50], 10)).toEqual([0]);
    expect(kept([5, 5], -10)).toEqual([1]);
    expect(kept([], 10)).toEqual([]);
  });

  it('keeps its beginning where it comes near enough whole, or without its middle', () => {
    expect(kept([6, 6, 6, 6, 6], 26, { near: 4 })).toEqual([0, 1, 2, 3, 4]);
    expect(kept([6, 6, 6, 6, 6, 6], 24, { near: 4 })).toEqual([0, 3, 4, 5]);
    expect(kept([6, 6, 6, 6, 6, 6], 24, { near: 4, question: 2 })).toEqual([0, 1, 4, 5]);
    expect(kept([9, 20, 9, 9], 30, { near: 2 })).toEqual([1, 2, 3]);
  });
});
