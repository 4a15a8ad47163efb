import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { clipOf } from '../speech/wav.ts';
import type { PreparedClip } from './audio.ts';
import { encode, loadSound, resample } from './convert.ts';
import { low, utter } from './fixtures/voice.ts';
import { measure } from './measure.ts';
import { measureLoudness } from './measureLoudness.ts';
import { SOUND_LENGTHS } from './soundLengths.ts';

const ffmpeg = await testFfmpeg();
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

const sounds = ['sting', 'mark'] as const;
const fileOf = async (name: string) =>
  clipOf(await readFile(path.join(import.meta.dirname, 'sounds', `${name}.wav`)));

test.each(sounds)('at 44.1 kHz the %s is the file itself', async (name) => {
  const { samples } = await loadSound(ffmpeg, name, { sampleRate: 44_100, signal });
  expect(samples).toEqual((await fileOf(name)).samples);
});

test.each(
  sounds.flatMap((name) => [22_050, 24_000, 48_000].map((sampleRate) => ({ name, sampleRate }))),
)('at $sampleRate Hz the $name has the same length and loudness', async ({ name, sampleRate }) => {
  const sound = await loadSound(ffmpeg, name, { sampleRate, signal });
  expect(sound.samples.length).toBe(Math.round((SOUND_LENGTHS[name] * sampleRate) / 1000));
  expect(sound.milliseconds).toBe(SOUND_LENGTHS[name]);
  expect(measureLoudness(sound)).toBeCloseTo(measureLoudness(await fileOf(name)), 0);
  expect(sound.samples.at(-1)).toBe(0);
  expect(Math.abs(sound.samples[0] ?? 0)).toBeLessThan(4);
});

test('a clip becomes a small MP3 of the same length', async () => {
  const clip = utter(low, 5, 7);
  const mp3 = await encode(ffmpeg, clip, AbortSignal.timeout(20_000));
  expect(mp3.length).toBeLessThan(12_000 * 5.4 * 1.1);
  const folder = await mkdtemp(path.join(tmpdir(), 'encode-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'sample.mp3');
  await writeFile(file, mp3);
  const { seconds } = await measure(ffmpeg, file, AbortSignal.timeout(20_000));
  expect(seconds).toBeCloseTo(clip.samples.length / clip.sampleRate, 3);
});

test('a part of a larger recording is encoded without what surrounds it', async () => {
  const { samples, sampleRate } = utter(low, 5, 7);
  const part = { samples: samples.subarray(sampleRate, 2 * sampleRate), sampleRate };
  const alone = { samples: part.samples.slice(), sampleRate };
  const signal = AbortSignal.timeout(20_000);
  expect(await encode(ffmpeg, part, signal)).toEqual(await encode(ffmpeg, alone, signal));
});

test('an aborted encoding rejects with the abort reason', async () => {
  const reason = new Error('not now');
  await expect(encode(ffmpeg, utter(low, 1, 1), AbortSignal.abort(reason))).rejects.toBe(reason);
});
