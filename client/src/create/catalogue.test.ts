import { expect, test } from 'vitest';
import { soundAlike } from '#shared/alike.ts';
import type { Voice } from '#shared/voices.ts';
import { commonest, contrastingPair, EVERY_VOICE, findVoices, inTwoWords } from './catalogue.ts';
import { prefillFrom } from './prefill.ts';

const voice = (name: string, gender: Voice['gender'], accent: string, tags: string[]): Voice => ({
  id: name.toLowerCase(),
  name,
  tags,
  gender,
  accent,
  description: `${name} reads well`,
  thumbnailUrl: '',
  sampleAudioUrl: '',
  quality: 'Premium',
});
const brian = voice('Brian', 'Male', 'American', ['deep', 'narrative']);
const lily = voice('Lily', 'Female', 'British', ['warm', 'narrative']);
const adam = voice('Adam', 'Male', 'American', ['deep']);
const voices = [brian, lily, adam];
const names = (found: Voice[]) => found.map((one) => one.name);

test('words narrow the list by name, accent, gender or mood, from the start of a word', () => {
  expect(names(findVoices(voices, { ...EVERY_VOICE, text: 'brit' }))).toEqual(['Lily']);
  expect(names(findVoices(voices, { ...EVERY_VOICE, text: 'male deep' }))).toEqual([
    'Brian',
    'Adam',
  ]);
  expect(findVoices(voices, { ...EVERY_VOICE, text: 'klingon' })).toEqual([]);
});

test('chips of one kind widen, chips of different kinds narrow', () => {
  const search = { ...EVERY_VOICE, tags: ['deep', 'warm'] };
  expect(names(findVoices(voices, search))).toEqual(['Brian', 'Lily', 'Adam']);
  expect(names(findVoices(voices, { ...search, genders: ['Female'] }))).toEqual(['Lily']);
});

test('the most frequent tags come first', () => {
  expect(commonest(['a', 'b', 'b', 'c', 'c'], 2)).toEqual(['b', 'c']);
});

test('a voice is told in two words', () => {
  expect(inTwoWords(lily)).toBe('Warm, British');
});

test('a pair picked for the visitor never sounds alike', () => {
  for (const at of [0, 0.4, 0.99]) {
    const pair = contrastingPair(voices, () => at);
    expect(pair && soundAlike(...pair)).toBe(false);
  }
  expect(contrastingPair([brian, adam])).toBeNull();
});

test('a link fills the form in, and what it gets wrong is left out', () => {
  const link = 'topic=%20Bees%20&voice1=a&voice2=b&tone=Funny&style=Shouting&duration=12&code=OWL';
  expect(prefillFrom(new URLSearchParams(link))).toEqual({
    topic: 'Bees',
    voice1Id: 'a',
    voice2Id: 'b',
    tone: 'Funny',
    discountCode: 'OWL',
  });
});
