import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDecoder } from '../server/sound/mix/decode.ts';
import { measureLoudness } from '../server/sound/mix/measureLoudness.ts';
import { SOUND_LENGTHS } from '../server/sound/mix/soundLengths.ts';
import { clipOf } from '../server/sound/speech/wav.ts';
import { makeSound } from './sounds.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'server/sound/mix/sounds');

describe.each([
  { name: 'sting', loudness: -20, seconds: [2, 2.5] },
  { name: 'mark', loudness: -26, seconds: [0.7, 0.9] },
] as const)('$name', ({ name, loudness, seconds }) => {
  const file = readFileSync(path.join(folder, `${name}.wav`));
  const clip = clipOf(file);

  it(`${name}.wav is what the script makes, byte for byte`, () => {
    expect(makeSound(name).equals(file)).toBe(true);
  });

  it(`${name}.wav has its length and its loudness beside speech at -16 LUFS`, () => {
    expect(clip.sampleRate).toBe(44_100);
    expect(clip.samples.length).toBe(Math.round(SOUND_LENGTHS[name] * 44.1));
    expect(clip.samples.length / 44_100).toBeGreaterThanOrEqual(seconds[0]);
    expect(clip.samples.length / 44_100).toBeLessThanOrEqual(seconds[1]);
    expect(measureLoudness(clip)).toBeCloseTo(loudness, 1);
    // The limiter at -1 dBTP never has to touch it.
    expect(Math.max(...clip.samples.map(Math.abs))).toBeLessThan(32_768 * 10 ** (-3 / 20));
  });

  it(`${name}.wav begins and ends in silence, without a click`, () => {
    expect(clip.samples[0]).toBe(0);
    expect(new Set(clip.samples.slice(-1000))).toEqual(new Set([0]));
    const steps = clip.samples
      .slice(1)
      .map((sample, i) => Math.abs(sample - (clip.samples[i] ?? 0)));
    const loudest = Math.max(...clip.samples.map(Math.abs));
    // A cut in the wave would be a step of its whole height.
    expect(Math.max(...steps)).toBeLessThan(loudest / 4);
  });
});

describe.each(['glowing-sea', 'night-trains'])('docs/sounds/%s.mp3', (name) => {
  const file = path.join(root, `docs/sounds/${name}.mp3`);

  it(`${name} is about a minute of one channel in half a megabyte, and the README labels it`, () => {
    expect(statSync(file).size).toBeLessThan(500_000);
    const paragraph = readFileSync(path.join(root, 'README.md'), 'utf8')
      .split('\n\n')
      .find((text) => text.includes(`](docs/sounds/${name}.mp3)`));
    expect(paragraph).toMatch(/flite/);
    expect(paragraph).toMatch(/written out/);
  });

  it(`${name} sounds as loud as an episode, and begins and ends in silence`, async () => {
    const { samples, sampleRate } = await openDecoder(null)(
      readFileSync(file),
      AbortSignal.timeout(30_000),
    );
    expect(samples.length / sampleRate).toBeGreaterThan(50);
    expect(samples.length / sampleRate).toBeLessThan(61.5);
    expect(Math.abs(measureLoudness({ samples, sampleRate }) + 16)).toBeLessThan(1.5);
    const ends = [samples.subarray(0, sampleRate / 100), samples.subarray(-sampleRate / 100)];
    for (const end of ends) expect(Math.max(...end.map(Math.abs))).toBeLessThan(0.01 * 32_768);
  });
});
