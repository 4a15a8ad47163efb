import { expect, test } from 'vitest';
import { onsetError } from './sound.ts';

/** Silence but for a tone that begins here, seconds. */
function toneAt(start: number) {
  const samples = new Int16Array(2 * 16_000);
  for (let at = Math.round(start * 16_000); at < samples.length; at++) {
    samples[at] = at % 2 ? 9_000 : -9_000;
  }
  return { samples, seconds: 2 };
}

test('a line that sounds later than it should is late by so many ms', () => {
  expect(onsetError(toneAt(1.02), 1)).toBeCloseTo(20, 1);
  expect(onsetError(toneAt(0.96), 1)).toBeCloseTo(-40, 1);
});

test('a line that is not there at all is late by the whole window', () => {
  expect(onsetError(toneAt(1.9), 1)).toBeCloseTo(500, 1);
});
