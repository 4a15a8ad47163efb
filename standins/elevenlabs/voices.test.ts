import { expect, test } from 'vitest';
import { type CatalogueVoice, voices } from './voices.ts';

const semitones = (one: number, other: number) => 12 * Math.abs(Math.log2(one / other));
const ratio = (one: number, other: number) => Math.max(one / other, other / one);

function differ({ sound: one }: CatalogueVoice, { sound: other }: CatalogueVoice): boolean {
  return (
    one.base !== other.base ||
    semitones(one.pitch, other.pitch) >= 1 ||
    ratio(one.rate, other.rate) >= 1.08
  );
}

test('there are more than 65 voices with unique ids', () => {
  expect(voices.length).toBeGreaterThan(65);
  expect(new Set(voices.map((voice) => voice.id)).size).toBe(voices.length);
});

test('any two voices differ in base, by a semitone or by 8 % in rate', () => {
  const alike = voices.flatMap((one, index) =>
    voices
      .slice(index + 1)
      .filter((other) => !differ(one, other))
      .map((other) => `${one.name} and ${other.name}`),
  );
  expect(alike).toEqual([]);
});

test('every female voice uses the only female base voice and is higher than every male voice', () => {
  const pitches = (gender: string) =>
    voices.filter((voice) => voice.labels.gender === gender).map((voice) => voice.sound.pitch);
  const women = voices.filter((voice) => voice.labels.gender === 'female');
  expect(women.every((voice) => voice.sound.base === 'slt')).toBe(true);
  expect(semitones(Math.min(...pitches('female')), Math.max(...pitches('male')))).toBeGreaterThan(
    2,
  );
  expect(pitches('female').length + pitches('male').length).toBe(voices.length);
});

test('a voice based on rms has the pitch that results from its throat size', () => {
  const tuned = voices
    .filter(({ sound }) => sound.base === 'rms')
    .filter(({ sound }) => Math.abs(sound.pitch - 99 * sound.throat) > 0.5);
  expect(tuned).toEqual([]);
});

test('fewer than one voice in five uses the low-quality base voice kal16', () => {
  const cheap = voices.filter(({ sound }) => sound.base === 'kal16');
  expect(cheap.length).toBeLessThan(voices.length / 5);
});
