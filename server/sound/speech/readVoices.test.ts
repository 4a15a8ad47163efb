import { expect, test } from 'vitest';
import { readNamedVoices } from './readVoices.ts';

test('voices have an id, a name, male or female, and perhaps an accent', () => {
  expect(
    readNamedVoices(' af_heart: Heart, Female, American ;en_US-lessac:medium: Lessac,male;'),
  ).toEqual([
    { id: 'af_heart', name: 'Heart', gender: 'Female', accent: 'American' },
    { id: 'en_US-lessac:medium', name: 'Lessac', gender: 'Male', accent: null },
  ]);
});

test.each([
  ['af_heart', /^af_heart is not a voice: write "id: Name, female"/],
  ['af_heart: Heart', /^af_heart: Heart is not a voice/],
  ['af_heart: Heart, warm', /is not a voice/],
  [': Heart, female', /is not a voice/],
  ['a: A, male, one, two', /is not a voice/],
  ['a: A, male; a: B, female', /^a is named twice$/],
  [' ; ', /^no voice is named/],
])('%j is refused in a sentence', (text, sentence) => {
  expect(readNamedVoices(text)).toMatch(sentence);
});
