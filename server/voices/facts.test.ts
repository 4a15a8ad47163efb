import { expect, test } from 'vitest';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import { knownVoices } from './describe.ts';
import { describeKnown } from './fixtures.ts';

test('more than 65 voices are described, each with a name and a description of its own', () => {
  const facts = [...knownVoices.values()];
  expect(facts.length).toBeGreaterThan(65);
  for (const field of ['name', 'description'] as const) {
    expect(new Set(facts.map((fact) => fact[field])).size).toBe(facts.length);
  }
});

test("the landing page's three kinds of voice exist", () => {
  const of = (gender: string, ...tags: string[]) =>
    describeKnown().filter(
      (voice) => voice.gender === gender && tags.every((tag) => voice.tags.includes(tag)),
    );
  expect(of('Male', 'Deep', 'Narrative').length).toBeGreaterThan(0);
  expect(of('Male', 'Calm', 'Commercial').length).toBeGreaterThan(0);
  expect(of('Female', 'Pleasant', 'Friendly').length).toBeGreaterThan(0);
});

test('no voice sounds alike with a third or more of all voices', () => {
  const voices = describeKnown();
  for (const voice of voices) {
    const alike = voices.filter((other) => other !== voice && areVoicesSimilar(voice, other));
    expect(alike.length).toBeLessThan(voices.length / 3);
  }
});
