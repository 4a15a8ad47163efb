import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { clipOf } from '../speech/wav.ts';
import { loadSound } from './loadSound.ts';
import { measureLoudness } from './measureLoudness.ts';
import { SOUND_LENGTHS } from './soundLengths.ts';

const ffmpeg = await testFfmpeg();
const signal = new AbortController().signal;
const sounds = ['sting', 'mark'] as const;
const fileOf = async (name: string) =>
  clipOf(await readFile(path.join(import.meta.dirname, 'sounds', `${name}.wav`)));

test.each(sounds)('at 44.1 kHz the %s is the file itself', async (name) => {
  const { samples } = await loadSound(ffmpeg, name, { sampleRate: 44_100, signal });
  expect(samples).toEqual((await fileOf(name)).samples);
});

test.each(
  sounds.flatMap((name) => [22_050, 24_000, 48_000].map((sampleRate) => ({ name, sampleRate }))),
)('at $sampleRate Hz the $name has the same length and loudness', async ({ name, sampleRate }) => {
  const sound = await loadSound(ffmpeg, name, { sampleRate, signal });
  expect(sound.samples.length).toBe(Math.round((SOUND_LENGTHS[name] * sampleRate) / 1000));
  expect(sound.milliseconds).toBe(SOUND_LENGTHS[name]);
  expect(measureLoudness(sound)).toBeCloseTo(measureLoudness(await fileOf(name)), 0);
  expect(sound.samples.at(-1)).toBe(0);
  expect(Math.abs(sound.samples[0] ?? 0)).toBeLessThan(4);
});
