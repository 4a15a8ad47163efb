import { expect, test } from 'vitest';
import { aClaim, aSource, someSources } from './fixtures.ts';
import { marksOf } from './useSources.ts';

const told = (...from: Parameters<typeof marksOf>) =>
  [...marksOf(...from)].map(([line, marks]) => [line, marks.map(({ number }) => number)]);

test('a line has one mark for each of its sources, numbered as in the list', () => {
  const sources = [aSource({ id: 40 }), aSource({ id: 7 })];
  const claims = [
    aClaim({ line: 2, sourceId: 7, fact: 1 }),
    aClaim({ line: 2, sourceId: 40, fact: 2 }),
    aClaim({ line: 2, sourceId: 7, fact: 3 }),
    aClaim({ line: 0, sourceId: 7, fact: 1 }),
  ];
  const shown = someSources({ sources, claims });
  expect(told(shown, 3)).toEqual([
    [2, [1, 2]],
    [0, [2]],
  ]);
  expect(
    marksOf(shown, 3)
      .get(2)?.[1]
      ?.claims.map(({ fact }) => fact),
  ).toEqual([1, 3]);
});

test.each([
  ['a source', { sourceId: 9 }],
  ['a line', { line: 3 }],
  ['a line', { line: -1 }],
  ['a line', { line: 0.5 }],
])('a claim on %s that does not exist has no mark: %j', (_, wrong) => {
  const claims = [aClaim({ line: 1 }), aClaim(wrong)];
  expect(told(someSources({ claims }), 3)).toEqual([[1, [1]]]);
});

test('nothing is marked before the transcript has arrived', () => {
  expect(told(someSources(), 0)).toEqual([]);
});
