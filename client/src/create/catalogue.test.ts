import { expect, test } from 'vitest';
import { reorderPath } from '#shared/reorderLink.ts';
import type { Voice } from '#shared/voices.ts';
import { aVoice } from '../testing/builders.ts';
import { commonest, EVERY_VOICE, findVoices, inTwoWords } from './catalogue.ts';
import { prefillFrom } from './prefill.ts';

const brian = aVoice({ name: 'Brian', tags: ['deep', 'narrative'] });
const lily = aVoice({
  name: 'Lily',
  gender: 'Female',
  accent: 'British',
  tags: ['warm', 'narrative'],
});
const adam = aVoice({ name: 'Adam', tags: ['deep'] });
const voices = [brian, lily, adam];
const names = (found: Voice[]) => found.map((one) => one.name);

test('a voice search matches name, accent, gender or mood from the start of a word', () => {
  expect(names(findVoices(voices, { ...EVERY_VOICE, text: 'brit' }))).toEqual(['Lily']);
  expect(names(findVoices(voices, { ...EVERY_VOICE, text: 'male deep' }))).toEqual([
    'Brian',
    'Adam',
  ]);
  expect(findVoices(voices, { ...EVERY_VOICE, text: 'klingon' })).toEqual([]);
});

test('voice filters of one kind widen the result, and filters of different kinds narrow it', () => {
  const search = { ...EVERY_VOICE, tags: ['deep', 'warm'] };
  expect(names(findVoices(voices, search))).toEqual(['Brian', 'Lily', 'Adam']);
  expect(names(findVoices(voices, { ...search, genders: ['Female'] }))).toEqual(['Lily']);
});

test('the most frequent tags come first', () => {
  expect(commonest(['a', 'b', 'b', 'c', 'c'], 2)).toEqual(['b', 'c']);
});

test('a voice is described in two words', () => {
  expect(inTwoWords(lily)).toBe('Warm, British');
});

test('a link fills in the form, and its invalid values are left out', () => {
  const link = 'topic=%20Bees%20&voice1=a&voice2=b&tone=Funny&style=Shouting&duration=12&code=OWL';
  expect(prefillFrom(new URLSearchParams(link))).toEqual({
    topic: 'Bees',
    voice1Id: 'a',
    voice2Id: 'b',
    hasUsualPair: false,
    tone: 'Funny',
    discountCode: 'OWL',
  });
});

test('a link to order again switches the sounds off where the order did', () => {
  const order = { topic: 'Bees', tone: 'Calm', style: 'Debate', duration: 15 };
  const path = (stings: boolean) => reorderPath({ ...order, voice1Id: 'a', voice2Id: 'b', stings });
  const query = (stings: boolean) => new URLSearchParams(path(stings).split('?')[1]);
  expect(prefillFrom(query(false))).toMatchObject({ ...order, stings: false });
  expect(prefillFrom(query(true))).not.toHaveProperty('stings');
});
