import { expect, test } from 'vitest';
import { looked, madeEpisode, PORTER, truthful } from './made.ts';
import { falseAlarms, truthFates } from './truths.ts';

const TEXT = 'Listen to this. The porter Henrik Dahl has worked nights for 26 years.';
const tellings = [truthful(TEXT, 2)];
const wrong = { objection: { rewrite: null } };
const said = (text: string) => [{ text, basis: 'fact', facts: [2], sourceWords: null }];
const fateOf = (other: Parameters<typeof madeEpisode>[0]) =>
  truthFates(madeEpisode({ tellings, lines: [], checks: [], ...other })).map(({ fate }) => fate);

test('a true line counts as spoken in its own words or in those put in their place', () => {
  expect(fateOf({ lines: said(TEXT) })).toEqual(['spoken']);
  const objection = { rewrite: 'Dahl, a porter, has worked at night for long.' };
  const checks = [looked(TEXT, [PORTER], { objection })];
  expect(fateOf({ checks, lines: said(objection.rewrite) })).toEqual(['spoken']);
  expect(fateOf({ checks })).toEqual(['lost']);
});

test('only a line that the reader refused is lost to it', () => {
  expect(fateOf({ checks: [looked(TEXT, [PORTER], wrong)] })).toEqual(['lost']);
  expect(fateOf({ checks: [looked(TEXT, [PORTER])] })).toEqual(['passed']);
  expect(fateOf({})).toEqual(['unread']);
});

test('a fact that was written twice is counted once, and by its best end', () => {
  const checks = [looked(TEXT, [PORTER], wrong), looked(TEXT, [PORTER])];
  expect(fateOf({ tellings: [...tellings, ...tellings], checks, lines: said(TEXT) })).toEqual([
    'spoken',
  ]);
});

test('a marked line that tells nothing is a false alarm, a plant or a fact is none', () => {
  const marks = ['The'];
  const chat = looked('The silver bakery rises.', [], { basis: 'opinion', marks });
  const checks = [chat, looked(TEXT, [PORTER], { marks }), looked('Really?', [])];
  expect(falseAlarms({ tellings, checks })).toEqual([chat]);
});
