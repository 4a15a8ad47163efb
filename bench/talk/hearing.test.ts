import { expect, test } from 'vitest';
import { RATE, silenceAbout } from '../sound.ts';
import { powerOf } from './rebuild.ts';

const tone = (seconds: number, hertz: number, level = 8000) =>
  Int16Array.from({ length: seconds * RATE }, (_, i) =>
    Math.round(level * Math.sin((2 * Math.PI * hertz * i) / RATE)),
  );
const join = (...pieces: Int16Array[]) =>
  Int16Array.from(pieces.flatMap((piece) => Array.from(piece)));

test('the silence about a change of turn is measured in the samples, not taken from the plan', () => {
  const sound = join(tone(1, 300), new Int16Array(0.3 * RATE), tone(1, 300));
  expect(silenceAbout(sound, 1.05, 1.2)).toBeCloseTo(300, -1);
  const overlapped = join(tone(1, 300), tone(1, 500));
  expect(silenceAbout(overlapped, 1, 1)).toBeLessThan(10);
});

test('the power of a tone is found beside another', () => {
  const both = Int16Array.from(tone(0.2, 440), (sample, i) => sample + (tone(0.2, 1000)[i] ?? 0));
  const alone = (8000 / 32768) ** 2 / 2;
  for (const hertz of [440, 1000]) expect(powerOf(both, hertz)).toBeCloseTo(alone, 2);
  expect(powerOf(both, 2000)).toBeLessThan(alone / 100);
});
