import { expect, test } from 'vitest';
import { hitsIn } from './hits.ts';
import { wordsSaid } from './wordsSaid.ts';

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

test('in place of what nobody said stand the words said most often, each as it is written', () => {
  const lines = said(
    'Plankton glows. Nothing really glows like plankton, because it was disturbed.',
    'Which is why Vieques has plankton, and the alarm.',
  );
  expect(wordsSaid(lines, 'qqqq', 2)).toEqual(['plankton', 'glows']);
  expect(wordsSaid(lines, 'viequez', 2)).toEqual(['Vieques', 'plankton']);
  expect(wordsSaid([], 'qqqq', 2)).toEqual([]);
});
