import { expect, test } from 'vitest';
import { resample } from './resample.ts';

const tone = (hertz: number, rate: number, seconds = 0.5) =>
  Int16Array.from({ length: rate * seconds }, (_, at) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * hertz * at) / rate)),
  );
function amplitude(samples: Int16Array, hertz: number, rate: number): number {
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, at) => {
    real += sample * Math.cos((2 * Math.PI * hertz * at) / rate);
    imaginary += sample * Math.sin((2 * Math.PI * hertz * at) / rate);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

test.each([22_050, 24_000, 44_100])(
  'a tone resampled to %i Hz keeps its pitch and loudness',
  (rate) => {
    const out = resample(tone(1_000, 16_000), rate / 16_000);
    expect(out.length).toBe(rate / 2);
    expect(amplitude(out, 1_000, rate)).toBeGreaterThan(9_900);
    expect(amplitude(out, 1_000, rate)).toBeLessThan(10_100);
  },
);

test('upsampling suppresses the mirror image by 50 dB', () => {
  const out = resample(tone(3_000, 16_000), 1.5);
  expect(amplitude(out, 16_000 - 3_000 - 5_000, 24_000)).toBeLessThan(32);
});

test('downsampling removes frequencies above the new band instead of aliasing them', () => {
  const out = resample(tone(6_000, 16_000), 0.5);
  expect(Math.max(...out.subarray(100, -100).map(Math.abs))).toBeLessThan(100);
});
