import { expect, it } from 'vitest';
import type { Voice } from '#shared/voices.ts';
import { chooseVoices } from './chooseVoices.ts';

const voice = (name: string, gender: Voice['gender'], tags: string[] = []): Voice => ({
  id: `id-${name}`,
  name,
  gender,
  accent: 'American',
  tags,
  description: name,
  quality: 'Standard',
  thumbnailUrl: '',
  sampleAudioUrl: '',
});
const catalogue = [
  voice('Adam', 'Male', ['deep']),
  voice('Bella', 'Female'),
  voice('Carl', 'Male', ['bright']),
  voice('Dan', 'Male', ['resonant']),
];
const namesOf = (topic: string, voices: [string, string] | null, from = catalogue) =>
  chooseVoices({ topic, voices }, from).map(({ name }) => name);

it('voices are found by name, however it is written, and by id', () => {
  expect(namesOf('Tides', ['carl', 'id-Bella'])).toEqual(['Carl', 'Bella']);
});

it('the same topic has the same two, of which one is a woman where there are any; topics differ', () => {
  const pairs = Array.from({ length: 20 }, (_, n) => namesOf(`Topic ${n}`, null));
  for (const pair of pairs) expect(pair).toContain('Bella');
  expect(new Set(pairs.map(String)).size).toBeGreaterThan(1);
  expect(namesOf('Topic 1', null)).toEqual(pairs[1]);
});

it('two men are easy to tell apart where that is possible', () => {
  const men = catalogue.filter(({ gender }) => gender === 'Male');
  for (const topic of ['a', 'b', 'c', 'd', 'e'])
    expect(namesOf(topic, null, men)).toContain('Carl');
});

it.each<[string, [string, string] | null, Voice[], RegExp, number]>([
  ['an unknown name', ['Adam', 'Eve'], catalogue, /no voice “Eve”. There are: Adam, Bella/, 2],
  ['one voice by name and id', ['Adam', 'id-Adam'], catalogue, /the same voice/, 2],
  ['a catalogue of one', null, catalogue.slice(1, 2), /does not list two voices/, 1],
  ['an empty catalogue', null, [], /does not list two voices/, 1],
])('%s is one sentence and exit code', (_what, voices, from, message, code) => {
  const choose = () => chooseVoices({ topic: 'Tides', voices }, from);
  expect(choose).toThrow(
    expect.objectContaining({ message: expect.stringMatching(message), code }),
  );
});
