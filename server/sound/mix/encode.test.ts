import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { encode } from './encode.ts';
import { low, utter } from './fixtures/voice.ts';
import { measure } from './measure.ts';

let ffmpeg: string;
let folder: string;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  folder = await mkdtemp(path.join(tmpdir(), 'encode-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a clip becomes a small MP3 of the same length', async () => {
  const clip = utter(low, 5, 7);
  const mp3 = await encode(ffmpeg, clip, AbortSignal.timeout(20_000));
  expect(mp3.length).toBeLessThan(12_000 * 5.4 * 1.1);
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
