import { expect, test } from 'vitest';
import { tone } from './fixtures/voice.ts';
import { LIMIT, limited } from './peakLimiter.ts';

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
