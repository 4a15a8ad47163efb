import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { wavOf } from '../speech/wav.ts';
import { high, low, silence, tone, utter } from './fixtures/voice.ts';
import { measure } from './measure.ts';
import { measureLoudness } from './measureLoudness.ts';

let ffmpeg: string;
let folder: string;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  folder = await mkdtemp(path.join(tmpdir(), 'meter-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const rates = [16_000, 22_050, 24_000, 44_100, 48_000];

describe('measureLoudness', () => {
  // BS.1770-4: a sine of 997 Hz at full scale in one channel reads -3.01 LUFS.
  test.each(rates)('the meter reads -3.01 LUFS for the reference sine at %i Hz', (rate) => {
    expect(measureLoudness(tone(997, 1, 5, rate))).toBeCloseTo(-3.01, 1);
  });

  test.each([
    ['a low voice', utter(low, 8, 1)],
    ['a quiet high voice', utter(high, 8, 2)],
    ['a voice at 16 kHz', utter(low, 8, 3, 16_000)],
    ['a voice at 44.1 kHz', utter(high, 8, 4, 44_100)],
    ['a rumble of 50 Hz', tone(50, 0.8, 6)],
    ['a whistle of 6 kHz', tone(6000, 0.1, 6)],
  ])('the meter agrees with ffmpeg on %s within 0.2 LU', async (what, clip) => {
    const file = path.join(folder, `${what}.wav`);
    await writeFile(file, wavOf(clip));
    const { loudness } = await measure(ffmpeg, file, AbortSignal.timeout(20_000));
    expect(Math.abs(measureLoudness(clip) - loudness)).toBeLessThan(0.2);
  });

  test('silence around speech does not change its measured loudness', () => {
    const words = tone(1000, 0.25, 3);
    const samples = new Int16Array(words.samples.length * 3);
    samples.set(words.samples, words.samples.length);
    const spaced = { samples, sampleRate: words.sampleRate };
    expect(measureLoudness(spaced)).toBeCloseTo(measureLoudness(words), 0);
  });

  test('the meter measures a clip shorter than one block', () => {
    expect(measureLoudness(tone(997, 0.5, 0.2))).toBeCloseTo(-9, 0);
  });

  test.each([
    ['silence', silence(3)],
    ['no samples at all', silence(0)],
    ['a tone below the absolute gate', tone(997, 1e-4, 3)],
  ])('the meter finds no loudness in %s', (_what, clip) => {
    expect(measureLoudness(clip)).toBe(-Infinity);
  });
});
