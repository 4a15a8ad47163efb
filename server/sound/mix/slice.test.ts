import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { decode } from './fixtures/ffmpeg.ts';
import { high, low, utter } from './fixtures/voice.ts';
import { openMaster } from './master.ts';
import { prepare } from './trim.ts';

const RATE = 24_000;
/** In the middle of speech as well as in silence: a cut must be exact anywhere. */
const CUTS = [0, 3_456, 7_001, 7_120, 15_000, Infinity];

let ffmpeg: string;
let folder: string;
let whole: Int16Array;
let slices: { start: number; length: number; sound: Int16Array }[];

async function opened(name: string) {
  const file = path.join(folder, name);
  const signal = new AbortController().signal;
  const options = { sampleRate: RATE, gain: { A: 3, B: 3 }, file, signal };
  return { file, master: await openMaster(ffmpeg, options) };
}

beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  folder = await mkdtemp(path.join(tmpdir(), 'slice-test-'));
  const { file, master } = await opened('episode.mp3');
  const pending = CUTS.slice(1).map((to, i) => master.slice(CUTS[i] ?? 0, to));
  for (let i = 0; i < 10; i++) {
    await master.append(prepare(utter(i % 2 ? high : low, 2, i + 1)), i % 2 ? 'B' : 'A', 300);
  }
  await master.finish(600);
  whole = await decode(ffmpeg, file);
  const cut = await Promise.all(pending);
  slices = await Promise.all(
    cut.map(async ({ mp3, startMilliseconds, milliseconds }, i) => {
      const part = path.join(folder, `part-${i}.mp3`);
      await writeFile(part, mp3);
      const start = Math.round(startMilliseconds * 44.1);
      const length = Math.round(milliseconds * 44.1);
      return { start, length, sound: await decode(ffmpeg, part) };
    }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

describe('episode slices', () => {
  test('slices follow each other without a gap and end where the episode ends', () => {
    let place = 0;
    for (const { start, length } of slices) {
      expect(start).toBe(place);
      place += length;
    }
    expect(place).toBe(whole.length);
  });

  test('slices begin within half a frame of the requested start', () => {
    for (const [i, { start }] of slices.entries()) {
      expect(Math.abs(start / 44.1 - (CUTS[i] ?? 0))).toBeLessThanOrEqual(13.1);
    }
  });

  test('slices match that span of the finished file sample for sample', () => {
    for (const { start, length, sound } of slices) {
      expect(sound.length).toBe(length);
      const span = whole.subarray(start, start + length);
      let furthest = 0;
      for (const [i, sample] of span.entries()) {
        furthest = Math.max(furthest, Math.abs(sample - (sound[i] ?? 0)));
      }
      // Dither-free decoders may differ in the last bit.
      expect(furthest).toBeLessThanOrEqual(1);
    }
  });
});

test('a slice is available while later lines are still to come', async () => {
  const { master } = await opened('early.mp3');
  for (let i = 0; i < 3; i++) await master.append(prepare(utter(low, 2, i + 1)), 'A', 300);
  const { mp3, milliseconds } = await master.slice(0, 2_000);
  expect(Math.abs(milliseconds - 2_000)).toBeLessThan(13.1);
  expect(mp3.length).toBeGreaterThan(20_000);
  await master.abandon();
});

test('a pending slice rejects when its episode is abandoned', async () => {
  const { master } = await opened('lost.mp3');
  const pending = master.slice(0, 60_000);
  const refused = expect(pending).rejects.toThrow();
  await master.abandon();
  await refused;
});
