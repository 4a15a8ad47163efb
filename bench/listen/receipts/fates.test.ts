import { expect, test } from 'vitest';
import { plantFates, truthFates } from './fates.ts';
import { looked, madeEpisode, PORTER, planted, truthful } from './made.ts';

const TRUE_ = 'And get this. The porter Henrik Dahl has worked nights for 26 years.';
const FALSE_ = 'And get this. The porter Henrik Dahl has worked nights for 52 years.';
const number = planted('number', FALSE_, TRUE_);
const line = (text: string) => ({ text, basis: 'fact', facts: [2], sourceWords: null });
const fateIn = (...given: Parameters<typeof madeEpisode>) =>
  plantFates(madeEpisode(...given)).map(({ fate }) => fate);

test('a false line that was said is spoken, whatever leads to it and however it is cut up', () => {
  const inTwo = [line('Listen. The porter Henrik Dahl has worked nights'), line('for 52 years!')];
  expect(fateIn({ tellings: [number], lines: inTwo })).toEqual(['spoken']);
  const speech = `Well. ${FALSE_} Really?`;
  expect(fateIn({ tellings: [number], lines: [], speech })).toEqual(['spoken']);
});

test('who refused a false line is told apart', () => {
  const objection = { rewrite: TRUE_ };
  const refused = looked(FALSE_, [PORTER], { marks: ['52'], objection });
  const lines = [line(TRUE_)];
  expect(fateIn({ tellings: [number], checks: [refused], lines })).toEqual(['code']);
  const doubted = { ...refused, marks: [] };
  expect(fateIn({ tellings: [number], checks: [doubted], lines: [] })).toEqual(['judge']);
});

test('a reaction whose words stand in a false line says nothing of how that was read', () => {
  const text = `${FALSE_.slice(0, -1)} (no, really).`;
  const asked = looked('Really?', []);
  const refused = looked(text, [PORTER], { marks: ['52'], objection: { rewrite: TRUE_ } });
  const tellings = [planted('number', text, TRUE_)];
  expect(fateIn({ tellings, checks: [asked, refused], lines: [] })).toEqual(['code']);
});

test('a false line that the reader never saw, or let pass, is no success of the reader', () => {
  expect(fateIn({ tellings: [number], checks: [] })).toEqual(['unread']);
  const checks = [looked(FALSE_, [PORTER])];
  expect(fateIn({ tellings: [number], checks })).toEqual(['passed']);
});

const TEXT = 'Listen to this. The porter Henrik Dahl has worked nights for 26 years.';
const told = [truthful(TEXT, 2)];
const wrong = { objection: { rewrite: null } };
const fateOf = (other: Parameters<typeof madeEpisode>[0]) =>
  truthFates(madeEpisode({ tellings: told, lines: [], checks: [], ...other })).map(
    ({ fate }) => fate,
  );

test('a true line counts as spoken in its own words or in those put in their place', () => {
  expect(fateOf({ lines: [line(TEXT)] })).toEqual(['spoken']);
  const objection = { rewrite: 'Dahl, a porter, has worked at night for long.' };
  const checks = [looked(TEXT, [PORTER], { objection })];
  expect(fateOf({ checks, lines: [line(objection.rewrite)] })).toEqual(['spoken']);
  expect(fateOf({ checks })).toEqual(['lost']);
});

test('only a line that the reader refused is lost to it', () => {
  expect(fateOf({ checks: [looked(TEXT, [PORTER], wrong)] })).toEqual(['lost']);
  expect(fateOf({ checks: [looked(TEXT, [PORTER])] })).toEqual(['passed']);
  expect(fateOf({})).toEqual(['unread']);
});

test('a fact that was written twice is counted once, and by its best end', () => {
  const checks = [looked(TEXT, [PORTER], wrong), looked(TEXT, [PORTER])];
  expect(fateOf({ tellings: [...told, ...told], checks, lines: [line(TEXT)] })).toEqual(['spoken']);
});
