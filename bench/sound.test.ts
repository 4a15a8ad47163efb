import { expect, test } from 'vitest';
import { findClip, onsetsOf, RATE } from './sound.ts';

const tone = (seconds: number, hertz: number) =>
  Int16Array.from({ length: seconds * RATE }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hertz * i) / RATE)),
  );
/** A sweep resembles itself at one place only. */
const sweep = (seconds: number, rate: number) =>
  Int16Array.from(
    { length: seconds * rate },
    (_, i) => 6000 * Math.sin(2000 * (i / rate + 0.3) ** 2),
  );
/** A second of a tone, with the sweep over its end at half its level, and silence. */
function talk(at: number) {
  const samples = new Int16Array(3 * RATE);
  samples.set(tone(1, 300));
  sweep(0.25, RATE).forEach((sample, i) => {
    const place = at * RATE + i;
    samples[place] = (samples[place] ?? 0) * 0.3 + sample / 2;
  });
  return { samples, seconds: 3 };
}

test('a clip is found where it begins, under another voice and at another level', async () => {
  const found = findClip(talk(0.9).samples, sweep(0.25, RATE), 0.95, 0.15);
  expect(found.at).toBeCloseTo(0.9, 3);
  expect(found.likeness).toBeGreaterThan(0.5);
});

test('the onset of a line is how many milliseconds it sounds late or early, at any sample rate', async () => {
  const clip = { samples: sweep(0.25, 44_100), sampleRate: 44_100, milliseconds: 250 };
  expect((await onsetsOf([clip, clip], [0.9, 0.88], talk(0.9)))[1]).toBeCloseTo(20, 0);
  expect((await onsetsOf([clip], [0.94], talk(0.9)))[0]).toBeCloseTo(-40, 0);
  expect(await onsetsOf([clip], [2.2], talk(0.9))).toEqual([150]);
});
