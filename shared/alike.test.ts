import { expect, test } from 'vitest';
import { soundAlike } from './alike.ts';
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

const brian = voice('Male', 'American', 'Resonant', 'Comforting', 'Narrative');

test.each([
  ['two deep Americans', voice('Male', 'American', 'Deep', 'Storytelling'), true],
  ['the same manner in other words', voice('Male', 'American', 'Soft', 'News'), true],
  ['a region of the same country', voice('Male', 'Southern American', 'Rich'), true],
  ['a voice nobody described', voice('Male', 'American'), true],
  ['another manner', voice('Male', 'American', 'Excited', 'Narrative'), false],
  ['the same use alone', voice('Male', 'American', 'Raspy', 'Narrative'), false],
  ['another accent', voice('Male', 'British', 'Resonant'), false],
  ['another gender', voice('Female', 'American', 'Resonant'), false],
])('beside a resonant American man: %s', (_who, other, alike) => {
  expect(soundAlike(brian, other)).toBe(alike);
  expect(soundAlike(other, brian)).toBe(alike);
});
