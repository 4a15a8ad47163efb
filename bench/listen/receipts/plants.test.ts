import { expect, test } from 'vitest';
import { looked, madeEpisode, PORTER, planted, SLEEPER } from './made.ts';
import { plantFates } from './plants.ts';

const TRUE_ = 'And get this. The porter Henrik Dahl has worked nights for 26 years.';
const FALSE_ = 'And get this. The porter Henrik Dahl has worked nights for 52 years.';
const number = planted('number', FALSE_, TRUE_);
const line = (text: string, facts: number[] = [2]) => ({ text, basis: 'fact', facts });
const fault = '"52" stands in none of its facts';
const fateIn = (...given: Parameters<typeof madeEpisode>) =>
  plantFates(madeEpisode(...given)).map(({ fate, isRewritten }) => ({ fate, isRewritten }));

test('a false line that was said is spoken, whatever leads to it and however it is cut up', () => {
  const inTwo = [line('Listen. The porter Henrik Dahl has worked nights'), line('for 52 years!')];
  expect(fateIn({ tellings: [number], lines: inTwo })).toMatchObject([{ fate: 'spoken' }]);
  const speech = `Well. ${FALSE_} Really?`;
  expect(fateIn({ tellings: [number], lines: [], speech })).toMatchObject([{ fate: 'spoken' }]);
});

test('who refused a false line is told apart, and what was said instead is known', () => {
  const objection = { why: 'another figure', rewrite: TRUE_ };
  const refused = looked(FALSE_, [PORTER], { fault, objection });
  const lines = [line(TRUE_)];
  expect(fateIn({ tellings: [number], checks: [refused], lines })).toEqual([
    { fate: 'code', isRewritten: true },
  ]);
  const doubted = { ...refused, fault: null };
  expect(fateIn({ tellings: [number], checks: [doubted], lines: [] })).toEqual([
    { fate: 'judge', isRewritten: false },
  ]);
});

test('a false line that the check never saw, or let pass, is no success of the check', () => {
  expect(fateIn({ tellings: [number], checks: [] })).toMatchObject([{ fate: 'unread' }]);
  const checks = [looked(FALSE_, [PORTER])];
  expect(fateIn({ tellings: [number], checks })).toMatchObject([{ fate: 'passed' }]);
});

test('true words on another fact are false until they are said on their own', () => {
  const wrong = planted('wrong', TRUE_, TRUE_);
  const onOther = looked(TRUE_, [SLEEPER], { fault: '"26" stands in none of its facts' });
  const checks = [onOther, looked(TRUE_, [PORTER])];
  expect(fateIn({ tellings: [wrong], checks, lines: [line(TRUE_)] })).toMatchObject([
    { fate: 'code' },
  ]);
  expect(fateIn({ tellings: [wrong], checks, lines: [line(TRUE_, [1])] })).toMatchObject([
    { fate: 'spoken' },
  ]);
});
