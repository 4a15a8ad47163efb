import { expect, test } from 'vitest';
import type { Voice } from '#shared/voices.ts';
import { aVoice } from '../../testing/builders.ts';
import { inTwoWords } from './VoiceCard.tsx';
import { commonest, EVERY_VOICE, findVoices } from './VoicePicker.tsx';

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
