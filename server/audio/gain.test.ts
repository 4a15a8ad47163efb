import { expect, test } from 'vitest';
import type { Clip } from '../speech/speech.ts';
import type { PreparedClip } from './audio.ts';
import { low, silence, tone, utter } from './fixtures/voice.ts';
import { gainFor } from './gain.ts';
import { measureLoudness } from './meter.ts';

function prepared(clip: Clip): PreparedClip {
  return { ...clip, milliseconds: (clip.samples.length / clip.sampleRate) * 1000 };
}

test.each([
  { what: 'a voice that is right', peak: -12.49, decibels: 0 },
  { what: 'a voice that is too quiet', peak: -20.49, decibels: 8 },
  { what: 'a voice that is too loud', peak: -2.49, decibels: -10 },
  { what: 'a voice hardly there', peak: -50, decibels: 20 },
])('turns $what by $decibels dB', ({ peak, decibels }) => {
  const gain = gainFor(prepared(tone(997, 10 ** (peak / 20), 4)));
  expect(20 * Math.log10(gain)).toBeCloseTo(decibels, 1);
});

test.each([
  { what: 'silence', clip: silence(3) },
  { what: 'an empty clip', clip: silence(0) },
  { what: 'one bit of noise', clip: tone(997, 0.00005, 3) },
])('leaves $what as it is', ({ clip }) => {
  expect(gainFor(prepared(clip))).toBe(1);
});

test('gives a spiky voice back what the limiter will take, but not without end', () => {
  const clip = utter(low, 6, 3);
  const above = -15.5 - measureLoudness(clip);
  const makeup = 20 * Math.log10(gainFor(prepared(clip))) - above;
  expect(makeup).toBeGreaterThan(0.5);
  expect(makeup).toBeLessThanOrEqual(3.001);
});
