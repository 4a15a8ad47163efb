import { expect, test } from 'vitest';
import { hitsIn, placesOf, wordsSaid } from './useSearch.ts';

const said = (...bodies: string[]) => bodies.map((body) => ({ body }));

test('a search finds each place, whatever its case, and nothing for an empty text', () => {
  const lines = said('Tiny, tiny things', 'no', 'So TINY');
  expect(hitsIn(lines, ' tiny ')).toEqual([
    { line: 0, from: 0 },
    { line: 0, from: 6 },
    { line: 2, from: 3 },
  ]);
  expect(hitsIn(lines, '  ')).toEqual([]);
  expect(hitsIn(said('ooo'), 'oo')).toEqual([{ line: 0, from: 0 }]);
});

test('a figure is found with and without separators of thousands, and no other figure is', () => {
  const lines = said(
    '1,490 eggs in 1923',
    '1\u2009490, 1 490 and 1490',
    'page 1, 490 lines',
    '14.90',
  );
  for (const wanted of ['1490', '1,490', '1 490', "1'490"]) {
    expect(hitsIn(lines, wanted).map(({ line }) => line)).toEqual([0, 1, 1, 1]);
  }
  expect(placesOf('1490 EGGS', '(1,490 eggs)')).toEqual([{ from: 1, to: 11 }]);
  expect(hitsIn(lines, '1923')).toEqual([{ line: 0, from: 14 }]);
  expect(hitsIn(said('a+b (c'), '+b (')).toEqual([{ line: 0, from: 1 }]);
});

test('in place of what nobody said stand the words said most often, each as it is written', () => {
  const lines = said(
    'Plankton glows. Nothing really glows like plankton, because it was disturbed.',
    'Which is why Vieques has plankton, and the alarm.',
  );
  expect(wordsSaid(lines, 'qqqq', 2)).toEqual(['plankton', 'glows']);
  expect(wordsSaid(lines, 'viequez', 2)).toEqual(['Vieques', 'plankton']);
  expect(wordsSaid([], 'qqqq', 2)).toEqual([]);
});
