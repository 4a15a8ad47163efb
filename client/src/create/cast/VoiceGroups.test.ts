import { expect, test } from 'vitest';
import { aVoice } from '../../testing/builders.ts';
import { tenVoices } from './fixtures.ts';
import { groupVoices } from './VoiceGroups.tsx';

const named = (name: string) => {
  const voice = tenVoices.find((one) => one.name === name);
  if (!voice) throw new Error(`There is no ${name}`);
  return voice;
};
const groups = (partners: string[], voices = tenVoices) =>
  groupVoices(voices, named('Adam'), partners.map(named)).map(
    ({ title, voices }) => `${title}: ${voices.map(({ name }) => name).join(', ')}`,
  );

test('partners come first, then kinds of three or more, then everybody else from A to Z', () => {
  expect(groups(['Lily', 'Alice'])).toEqual([
    'Goes well with Adam: Lily, Alice',
    'Everyone else, A to Z: Adam, Chris, Dave, Dorothy, Gigi, Giovanni, Serena, Stuart',
  ]);
  const young = ['Ben', 'Zoe'].map((name) => aVoice({ name, tags: ['Youthful'] }));
  const players = ['Fin', 'Patrick'].map((name) => aVoice({ name, tags: ['Warm', 'Character'] }));
  expect(groups(['Alice'], [...tenVoices, ...young, ...players])).toEqual([
    'Goes well with Adam: Alice',
    'Warm and friendly: Lily, Serena, Stuart',
    'Young: Dave, Ben, Zoe',
    'Characters: Gigi, Fin, Patrick',
    'Everyone else, A to Z: Adam, Chris, Dorothy, Giovanni',
  ]);
});

test('of many partners the six best are shown, and each voice stands in one group', () => {
  const adam = named('Adam');
  const partners = tenVoices.filter((voice) => voice !== adam);
  const all = groupVoices(tenVoices, adam, partners);
  expect(all[0]?.voices).toEqual(partners.slice(0, 6));
  const voices = all.flatMap((group) => group.voices);
  expect(voices).toHaveLength(tenVoices.length);
  expect(new Set(voices)).toEqual(new Set(tenVoices));
});

test('where nobody goes well with the other, the kinds come first', () => {
  expect(groups([])[0]).toBe('Warm and friendly: Lily, Serena, Stuart');
});
