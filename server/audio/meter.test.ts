import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wavOf } from '../speech/wav.ts';
import { findFfmpeg } from './find.ts';
import { high, low, silence, tone, utter } from './fixtures/voice.ts';
import { measure } from './measure.ts';
import { measureLoudness } from './meter.ts';

let ffmpeg: string;
let folder: string;
beforeAll(async () => {
  ({ path: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null));
  folder = await mkdtemp(path.join(tmpdir(), 'meter-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rates = [16_000, 22_050, 24_000, 44_100, 48_000];

describe('measureLoudness', () => {
  // BS.1770-4: a sine of 997 Hz at full scale in one channel reads -3.01 LUFS.
  test.each(rates)('reads -3.01 LUFS for the reference sine at %i Hz', (rate) => {
    expect(measureLoudness(tone(997, 1, 5, rate))).toBeCloseTo(-3.01, 1);
  });

  test.each([
    { what: 'a low voice', clip: utter(low, 8, 1) },
    { what: 'a quiet high voice', clip: utter(high, 8, 2) },
    { what: 'a voice at 16 kHz', clip: utter(low, 8, 3, 16_000) },
    { what: 'a voice at 44.1 kHz', clip: utter(high, 8, 4, 44_100) },
    { what: 'a rumble of 50 Hz', clip: tone(50, 0.8, 6) },
    { what: 'a whistle of 6 kHz', clip: tone(6000, 0.1, 6) },
  ])('agrees with ffmpeg on $what within 0.2 LU', async ({ what, clip }) => {
    const file = path.join(folder, `${what}.wav`);
    await writeFile(file, wavOf(clip));
    const { loudness } = await measure(ffmpeg, file, AbortSignal.timeout(20_000));
    expect(Math.abs(measureLoudness(clip) - loudness)).toBeLessThan(0.2);
  });

  test('does not count silence between the words', () => {
    const words = tone(1000, 0.25, 3);
    const samples = new Int16Array(words.samples.length * 3);
    samples.set(words.samples, words.samples.length);
    const spaced = { samples, sampleRate: words.sampleRate };
    expect(measureLoudness(spaced)).toBeCloseTo(measureLoudness(words), 0);
  });

  test('measures a clip shorter than one block', () => {
    expect(measureLoudness(tone(997, 0.5, 0.2))).toBeCloseTo(-9, 0);
  });

  test.each([
    { what: 'silence', clip: silence(3) },
    { what: 'no samples at all', clip: silence(0) },
    { what: 'less than the absolute gate', clip: tone(997, 1e-4, 3) },
  ])('finds no loudness in $what', ({ clip }) => {
    expect(measureLoudness(clip)).toBe(-Infinity);
  });
});
