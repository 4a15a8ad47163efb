import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { wavOf } from '../speech/wav.ts';
import { silence, tone } from './fixtures/voice.ts';
import { measure } from './measure.ts';

let ffmpeg: string;
let folder: string;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  folder = await mkdtemp(path.join(tmpdir(), 'measure-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: Buffer): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, content);
  return place;
}

const soon = () => AbortSignal.timeout(20_000);

test('a tone is measured with its exact length, loudness and peak', async () => {
  const clip = tone(997, 0.5, 7.0005, 44_100);
  const measured = await measure(ffmpeg, await file('tone.wav', wavOf(clip)), soon());
  expect(measured.seconds).toBeCloseTo(clip.samples.length / 44_100, 4);
  expect(measured.loudness).toBeCloseTo(-9, 0);
  expect(measured.truePeak).toBeCloseTo(-6, 0);
});

test('silence has no peak', async () => {
  const measured = await measure(ffmpeg, await file('silence.wav', wavOf(silence(2))), soon());
  expect(measured).toEqual({ seconds: 2, loudness: -70, truePeak: -Infinity });
});

test('measuring a file without sound rejects', async () => {
  const garbage = await file('garbage.mp3', Buffer.alloc(4000, 'nothing to hear here '));
  await expect(measure(ffmpeg, garbage, soon())).rejects.toThrow(/garbage\.mp3: Invalid/);
});

test('measuring a missing file rejects', async () => {
  const missing = path.join(folder, 'missing.mp3');
  await expect(measure(ffmpeg, missing, soon())).rejects.toThrow(/No such file/);
});

test('an aborted measurement rejects with the abort reason', async () => {
  const reason = new Error('not now');
  const place = await file('tone.wav', wavOf(tone(997, 0.5, 1)));
  await expect(measure(ffmpeg, place, AbortSignal.abort(reason))).rejects.toBe(reason);
});
