import { expect, test } from 'vitest';
import { newDraft, readPreview } from '../draft.ts';
import { filled } from '../fixtures.ts';
import {
  beginningOf,
  changesSince,
  fittingPreview,
  requestOf,
  sayChanges,
  voicesOf,
} from './beginning.ts';

const brief = {
  topic: 'Bees',
  sources: [],
  isEdited: false,
  id: 'b1',
  questions: [{ id: 'q1', text: 'Why bees?' }],
  level: null,
  avoid: [],
  notice: null,
};
const { values } = newDraft({ ...filled, brief, sources: ['s1'] });
const kept = { id: 'pv1', duration: values.duration, of: beginningOf(values) };

test.each([
  ['topic', { topic: 'Wasps', brief: undefined }, ['topic', 'brief']],
  ['sources', { sources: ['s1', 's2'] }, ['sources']],
  ['choice of sources', { onlyTheseSources: true }, ['sources']],
  ['questions', { brief: { ...brief, questions: [] } }, ['brief']],
  ['order of the voices', { voice1Id: 'v-lily', voice2Id: 'v-brian' }, ['voices']],
  ['tone', { tone: 'Calm' as const }, ['tone']],
  ['style', { style: 'Debate' as const }, ['style']],
])('with another %s it begins otherwise', (_what, change, named) => {
  const changed = { ...values, keptPreview: kept, ...change };
  expect(changesSince(kept, changed)).toEqual(named);
  expect(fittingPreview(changed)).toBeUndefined();
});

test('length, spaces, sounds, address and code do not change how it begins', () => {
  const otherwise = {
    ...values,
    keptPreview: kept,
    topic: ' Bees ',
    duration: 25 as const,
    stings: false,
    email: 'a@example.com',
    discountCode: 'OWL',
    brief: { ...brief, id: 'b2', questions: [{ id: 'q7', text: 'Why bees?' }], notice: 'Hm.' },
  };
  expect(fittingPreview(otherwise)).toBe('pv1');
});

test.each([
  [['voices'], 'You changed the voices.'],
  [['voices', 'tone', 'style'], 'You changed the voices, the tone and the style.'],
  [['topic', 'brief', 'tone'], 'You changed the topic and the tone.'],
  [['sources', 'brief'], 'You changed your sources.'],
  [['brief'], 'We’ve heard what you want to know.'],
] as const)('%j is said as “%s”', (changes, sentence) => {
  expect(sayChanges([...changes], false)).toBe(`${sentence} Hear how it starts now?`);
});

test('questions that the buyer put right are said to be changed', () => {
  expect(sayChanges(['brief'], true)).toBe('You changed the questions. Hear how it starts now?');
});

test('the request has what decides how it begins, and nothing about the buyer', () => {
  const { id, questions, level, avoid } = brief;
  expect(requestOf({ ...values, email: 'a@example.com', topic: ' Bees ' })).toEqual({
    ...filled,
    tone: 'Normal',
    style: 'Conversation',
    duration: 10,
    sources: ['s1'],
    onlyTheseSources: false,
    channel: 'direct',
    brief: { id, questions, level, avoid },
  });
});

test('a stored preview is read again, and what cannot be understood is none', () => {
  expect(readPreview(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(voicesOf(kept.of)).toEqual(['v-brian', 'v-lily']);
  for (const broken of [null, 'pv1', { ...kept, id: 7 }, { ...kept, duration: 12 }, { id: 'pv1' }])
    expect(readPreview(broken)).toBeUndefined();
});
