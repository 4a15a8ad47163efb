import { expect, it, test } from 'vitest';
import { openWitness } from '../../server/reading/witness/witness.ts';
import { webPages } from '../web/webPages.ts';
import { rounded } from './figures.ts';
import { paraphrase } from './paraphrase.ts';
import { roundedTooFar } from './spoil.ts';

const sentences = webPages
  .filter(({ language }) => language === 'en')
  .flatMap(({ facts }) => facts.map(({ sentence }) => sentence));

it('tells what a source says in its figures, with some round ones and asides that claim nothing', () => {
  for (const says of sentences) {
    expect(paraphrase(says)).toBe(paraphrase(says));
    expect(openWitness([says]).marksIn({ text: paraphrase(says), sum: '' })).toEqual([]);
  }
  const changed = sentences.filter((says) => paraphrase(says) !== says);
  expect(changed.length / sentences.length).toBeGreaterThan(0.1);
  expect(changed.length / sentences.length).toBeLessThan(0.25);
});

test.each([
  ['She laid 1,490 eggs.', 'She laid about 1,500 eggs.'],
  ['It takes 39 percent of it.', 'It takes some 40 percent of it.'],
  ['He bought 149 euros.', 'He bought about 150 euros.'],
  ['It weighs 1,500 tons.', null],
  ['It held up to 1,490 eggs.', null],
  ['It takes 98 percent of it.', null],
  ['It cost $1,490 then.', null],
  ['The year 1923 was wet.', null],
  ['A map of 1:24,900 hangs there.', null],
])('%j is rounded to %j', (exact, round) => {
  expect(rounded(exact)).toBe(round);
});

test.each([
  ['She laid 1,490 eggs.', 'She laid 1,000 eggs.'],
  ['It is 26 or more.', 'It is 30 or more.'],
  ['It takes 39 percent of it.', null],
  ['It held 4,100 eggs in 1923.', null],
])('%j is rounded too far to %j', (exact, round) => {
  expect(roundedTooFar(exact, '')).toBe(round);
});
