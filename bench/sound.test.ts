import { expect, test } from 'vitest';
import { onsetError } from './sound.ts';

function toneAt(start: number) {
  const samples = new Int16Array(2 * 16_000);
  for (let at = Math.round(start * 16_000); at < samples.length; at++) {
    samples[at] = at % 2 ? 9_000 : -9_000;
  }
  return { samples, seconds: 2 };
}

test('the onset error is how many milliseconds a line sounds late or early', () => {
  expect(onsetError(toneAt(1.02), 1)).toBeCloseTo(20, 1);
  expect(onsetError(toneAt(0.96), 1)).toBeCloseTo(-40, 1);
});

test('a missing line counts as late by the whole search window', () => {
  expect(onsetError(toneAt(1.9), 1)).toBeCloseTo(500, 1);
});
