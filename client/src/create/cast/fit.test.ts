import { expect, test } from 'vitest';
import { aVoice } from '../../testing/builders.ts';
import { type CastCriteria, fitFor } from './fit.ts';

const criteriaWith = (own: Partial<CastCriteria>): CastCriteria => ({
  topic: '',
  tone: 'Normal',
  style: 'Conversation',
  ...own,
});
const gain = (own: Partial<CastCriteria>, tags: string[], accent = 'American') => {
  const voice = aVoice({ tags, accent });
  return fitFor(criteriaWith(own))(voice) - fitFor(criteriaWith({}))(voice);
};

test.each([
  ['a subject', 'Three legends of the sea', ['Storytelling'], 'American'],
  ['a tag', 'How to stay calm', ['Calm'], 'American'],
  ['an accent', 'Why is Irish weather so wet?', ['Narrative'], 'Irish'],
  ['a region’s country', 'The American dream', ['Narrative'], 'Southern American'],
])('a voice fits better when the topic names %s of it', (_what, topic, tags, accent) => {
  expect(gain({ topic }, tags, accent)).toBeGreaterThan(0);
});

test('a word inside another names nothing', () => {
  expect(gain({ topic: 'Newspapers and darkrooms' }, ['New', 'Room'])).toBe(0);
  expect(gain({ topic: 'Warehouses' }, ['News', 'Authoritative'])).toBe(0);
});

test('a style or tone that was chosen weighs more than the usual one', () => {
  const tags = ['Friendly', 'Educational'];
  const usual = fitFor(criteriaWith({}))(aVoice({ tags: ['Natural'] }));
  const chosen = fitFor(criteriaWith({ style: 'Explain it simply' }))(aVoice({ tags }));
  expect(chosen).toBeGreaterThan(usual);
  expect(gain({ tone: 'Serious' }, ['Serious', 'Measured'])).toBeGreaterThan(
    gain({ topic: 'Serious matters' }, ['Serious', 'Measured']),
  );
});
