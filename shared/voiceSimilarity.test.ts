import { expect, test } from 'vitest';
import { areVoicesSimilar } from './voiceSimilarity.ts';
import type { Voice } from './voices.ts';

const voice = (gender: Voice['gender'], accent: string, ...tags: string[]): Voice => ({
  id: tags.join(),
  name: 'Somebody',
  tags,
  thumbnailUrl: '',
  sampleAudioUrl: '',
  gender,
  accent,
  description: '',
  quality: 'Premium',
});

const brian = { ...voice('Male', 'American', 'Deep', 'Comforting', 'Narrative'), name: 'Brian' };

test.each([
  ['a deep American man', true, voice('Male', 'American', 'Deep', 'Storytelling')],
  ['a man with the same manner in other words', true, voice('Male', 'American', 'Soft', 'News')],
  ['a man from a region of the same country', true, voice('Male', 'Southern American', 'Rich')],
  ['an American man without tags', true, voice('Male', 'American')],
  ['a man with another manner', false, voice('Male', 'American', 'Excited', 'Narrative')],
  ['a man with only the same use', false, voice('Male', 'American', 'Raspy', 'Narrative')],
  ['a man with another accent', false, voice('Male', 'British', 'Deep')],
  ['a woman', false, voice('Female', 'American', 'Deep')],
  ['a woman of his name', true, { ...voice('Female', 'British', 'Bright'), name: 'Brian Lowe' }],
])('a resonant American man and %s sound alike: %s', (_who, alike, other) => {
  expect(areVoicesSimilar(brian, other)).toBe(alike);
  expect(areVoicesSimilar(other, brian)).toBe(alike);
});
