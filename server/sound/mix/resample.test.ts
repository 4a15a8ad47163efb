import { beforeAll, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import type { PreparedClip } from './audio.ts';
import { resample } from './resample.ts';

let ffmpeg: string;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
});
const { signal } = new AbortController();

/** A second of 440 Hz. */
function tone(sampleRate: number): PreparedClip {
  const samples = Int16Array.from({ length: sampleRate }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / sampleRate)),
  );
  return { samples, sampleRate, milliseconds: 1_000 };
}

test.each([
  [24_000, 44_100],
  [22_050, 44_100],
  [16_000, 24_000],
  [48_000, 44_100],
])('from %i to %i Hz a tone keeps its length, its height and its loudness', async (from, to) => {
  const made = await resample(ffmpeg, tone(from), { sampleRate: to, signal });
  expect(made).toMatchObject({ sampleRate: to, milliseconds: 1_000 });
  const wanted = tone(to).samples;
  expect(made.samples.length).toBe(wanted.length);
  // Without the edges, where the filter has only half of what it looks at.
  for (let at = 2_000; at < to - 2_000; at += 37) {
    expect(Math.abs((made.samples[at] ?? 0) - (wanted[at] ?? 0))).toBeLessThan(80);
  }
});

test('at its own rate a clip is left as it is, and an empty one stays empty', async () => {
  const clip = tone(24_000);
  expect(await resample(ffmpeg, clip, { sampleRate: 24_000, signal })).toBe(clip);
  const empty = { samples: new Int16Array(0), sampleRate: 24_000, milliseconds: 0 };
  const made = await resample(ffmpeg, empty, { sampleRate: 44_100, signal });
  expect(made.samples.length).toBe(0);
});
