import { expect, test } from 'vitest';
import type { Clip } from '../speech/speech.ts';
import type { PreparedClip } from './audio.ts';
import { low, silence, tone, utter } from './fixtures/voice.ts';
import { gainFor, LIMIT, limited } from './gain.ts';
import { measureLoudness } from './measureLoudness.ts';

function prepared(clip: Clip): PreparedClip {
  return { ...clip, milliseconds: (clip.samples.length / clip.sampleRate) * 1000 };
}

test.each([
  ['a voice at the target level', 0, -12.49],
  ['a voice that is too quiet', 8, -20.49],
  ['a voice that is too loud', -10, -2.49],
  ['a barely audible voice', 20, -50],
])('the gain for %s is %i dB', (_what, decibels, peak) => {
  const gain = gainFor(prepared(tone(997, 10 ** (peak / 20), 4)));
  expect(20 * Math.log10(gain)).toBeCloseTo(decibels, 1);
});

test.each([
  ['silence', silence(3)],
  ['an empty clip', silence(0)],
  ['one bit of noise', tone(997, 0.00005, 3)],
])('gain leaves %s unchanged', (_what, clip) => {
  expect(gainFor(prepared(clip))).toBe(1);
});

test('the gain makes up for what the limiter takes from a spiky voice, by at most 3 dB', () => {
  const clip = utter(low, 6, 3);
  const above = -15.5 - measureLoudness(clip);
  const makeup = 20 * Math.log10(gainFor(prepared(clip))) - above;
  expect(makeup).toBeGreaterThan(0.5);
  expect(makeup).toBeLessThanOrEqual(3.001);
});

const RATE = 1000;

test('sound that stays below the limit is changed by the gain alone', () => {
  const { samples } = tone(100, 0.3, 1, RATE);
  const sound = limited(samples, RATE, 2);
  expect(sound.every((value, i) => value === ((samples[i] ?? 0) / 32768) * 2)).toBe(true);
});

test('no sample exceeds the limit, and the level falls before the peak', () => {
  const samples = new Int16Array(200).fill(16_384);
  samples[100] = 32_767;
  const sound = limited(samples, RATE, 1.4);
  expect(Math.max(...sound)).toBeCloseTo(LIMIT, 6);
  expect(sound[94]).toBeCloseTo(0.7, 6);
  expect(sound[98]).toBeLessThan(0.7);
  expect(sound[100]).toBeCloseTo(LIMIT, 6);
});

test('the level recovers gradually within 50 ms after a peak', () => {
  const samples = new Int16Array(200).fill(16_384);
  samples[100] = 32_767;
  const sound = limited(samples, RATE, 1.4);
  const dip = [...sound.subarray(101, 149)];
  expect(dip.every((value, i) => value > (dip[i - 1] ?? 0) && value < 0.7)).toBe(true);
  expect(sound[151]).toBeCloseTo(0.7, 6);
});

test('the limiter keeps silence silent', () => {
  expect(limited(new Int16Array(50), RATE, 10)).toEqual(new Float64Array(50));
});
