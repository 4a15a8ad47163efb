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

test.each([
  ['Brian', 'nPczCjzI2devNBz1zQrb', 'Male', ['Deep', 'Narrative']],
  ['Bill', 'pqHfZKP75CvOlQylNhV4', 'Male', ['Calm', 'Commercial']],
  ['Matilda', 'XrExE9yKIg1WjnnlVkGX', 'Female', ['Pleasant', 'Friendly']],
] as const)(
  '%s carries in the catalogue the tags that the landing page shows',
  (name, id, gender, tags) => {
    const voice = describeKnown().find((one) => one.id === id);
    expect(voice).toMatchObject({ name, gender, accent: 'American' });
    expect(voice?.tags).toEqual(expect.arrayContaining([...tags]));
  },
);

test('no voice sounds alike with a third or more of all voices', () => {
  const voices = describeKnown();
  for (const voice of voices) {
    const alike = voices.filter((other) => other !== voice && areVoicesSimilar(voice, other));
    expect(alike.length).toBeLessThan(voices.length / 3);
  }
});
