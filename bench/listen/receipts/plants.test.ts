import { expect, test } from 'vitest';
import { looked, madeEpisode, PORTER, planted } from './made.ts';
import { plantFates } from './plants.ts';

const TRUE_ = 'And get this. The porter Henrik Dahl has worked nights for 26 years.';
const FALSE_ = 'And get this. The porter Henrik Dahl has worked nights for 52 years.';
const number = planted('number', FALSE_, TRUE_);
const line = (text: string) => ({ text, basis: 'fact', facts: [2], sourceWords: null });
const fateIn = (...given: Parameters<typeof madeEpisode>) =>
  plantFates(madeEpisode(...given)).map(({ fate, isRewritten }) => ({ fate, isRewritten }));

test('a false line that was said is spoken, whatever leads to it and however it is cut up', () => {
  const inTwo = [line('Listen. The porter Henrik Dahl has worked nights'), line('for 52 years!')];
  expect(fateIn({ tellings: [number], lines: inTwo })).toMatchObject([{ fate: 'spoken' }]);
  const speech = `Well. ${FALSE_} Really?`;
  expect(fateIn({ tellings: [number], lines: [], speech })).toMatchObject([{ fate: 'spoken' }]);
});

test('who refused a false line is told apart, and what was said instead is known', () => {
  const objection = { rewrite: TRUE_ };
  const refused = looked(FALSE_, [PORTER], { marks: ['52'], objection });
  const lines = [line(TRUE_)];
  expect(fateIn({ tellings: [number], checks: [refused], lines })).toEqual([
    { fate: 'code', isRewritten: true },
  ]);
  const doubted = { ...refused, marks: [] };
  expect(fateIn({ tellings: [number], checks: [doubted], lines: [] })).toEqual([
    { fate: 'judge', isRewritten: false },
  ]);
});

test('a reaction whose words stand in a false line says nothing of how that was read', () => {
  const text = `${FALSE_.slice(0, -1)} (no, really).`;
  const asked = looked('Really?', []);
  const refused = looked(text, [PORTER], { marks: ['52'], objection: { rewrite: TRUE_ } });
  const tellings = [planted('number', text, TRUE_)];
  expect(fateIn({ tellings, checks: [asked, refused], lines: [] })).toMatchObject([
    { fate: 'code' },
  ]);
});

test('a false line that the reader never saw, or let pass, is no success of the reader', () => {
  expect(fateIn({ tellings: [number], checks: [] })).toMatchObject([{ fate: 'unread' }]);
  const checks = [looked(FALSE_, [PORTER])];
  expect(fateIn({ tellings: [number], checks })).toMatchObject([{ fate: 'passed' }]);
});
