import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { BrokenSound } from '../speech/speech.ts';
import { encode } from './convert.ts';
import { countSamples, decode } from './decode.ts';
import { high, utter } from './fixtures/voice.ts';
import { frameAt, frameLength } from './frames.ts';
import { prepare } from './trim.ts';

const RATE = 44_100;
const never = new AbortController().signal;
const spoken = utter(high, 1.5, 3, RATE);

let ffmpeg: string;
let folder: string;
/** With an ID3 tag and an info frame in front, */
let tagged: Buffer;
/** and as it comes from an encoder that cannot rewind: frames and nothing else. */
let bare: Buffer;
beforeAll(async () => {
  ffmpeg = await testFfmpeg();
  folder = await mkdtemp(path.join(tmpdir(), 'decode-test-'));
  tagged = await encode(ffmpeg, spoken, never);
  const [raw, mp3] = [path.join(folder, 'raw.pcm'), path.join(folder, 'bare.mp3')];
  await writeFile(raw, Buffer.from(spoken.samples.buffer));
  const input = ['-f', 's16le', '-ar', `${RATE}`, '-ac', '1', '-i', raw];
  const output = ['-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0', mp3];
  await promisify(execFile)(ffmpeg, ['-v', 'error', ...input, ...output]);
  bare = await readFile(mp3);
});
afterAll(() => rm(folder, { recursive: true }));

/** How much of the sound another one differs by, as a share of its energy. */
function difference(sound: Int16Array, other: Int16Array): number {
  const energy = (samples: Int16Array) => samples.reduce((sum, value) => sum + value ** 2, 0);
  return energy(sound.map((value, i) => value - (other[i] ?? 0))) / energy(sound);
}

describe('sound of an MP3', () => {
  test('a clip comes back from its MP3 at the same place and of the same length', async () => {
    const { samples, sampleRate } = await decode(ffmpeg, tagged, never);
    expect(sampleRate).toBe(RATE);
    expect(samples.length).toBe(spoken.samples.length);
    expect(countSamples(tagged).samples).toBe(samples.length);
    expect(difference(spoken.samples, samples)).toBeLessThan(0.05);
  });

  test('of an MP3 that does not tell its encoder’s delay, trimming leaves the words alone', async () => {
    const decoded = await decode(ffmpeg, bare, never);
    expect(countSamples(bare).samples).toBe(decoded.samples.length);
    expect(decoded.samples.length).toBeGreaterThan(spoken.samples.length);
    const [words, original] = [prepare(decoded), prepare(spoken)];
    expect(Math.abs(words.milliseconds - original.milliseconds)).toBeLessThan(2);
  });

  test.each([24_000, 22_050, 16_000, 48_000, 32_000])(
    'an MP3 of %i Hz comes back at its own rate, whole, with an info frame and without',
    async (rate) => {
      const [raw, mp3] = [path.join(folder, 'own.pcm'), path.join(folder, 'own.mp3')];
      const original = utter(high, 1.5, 3, rate);
      await writeFile(raw, Buffer.from(original.samples.buffer));
      const input = ['-y', '-f', 's16le', '-ar', `${rate}`, '-ac', '1', '-i', raw];
      const encoded = async (...options: string[]) => {
        await promisify(execFile)(ffmpeg, [
          '-v',
          'error',
          ...input,
          '-b:a',
          '128k',
          ...options,
          mp3,
        ]);
        return readFile(mp3);
      };
      const tagged = await encoded();
      const { samples, sampleRate } = await decode(ffmpeg, tagged, never);
      expect([sampleRate, samples.length]).toEqual([rate, original.samples.length]);
      expect(difference(original.samples, samples)).toBeLessThan(0.05);
      const bare = await encoded('-write_xing', '0', '-id3v2_version', '0');
      const whole = await decode(ffmpeg, bare, never);
      expect(countSamples(bare)).toMatchObject({ samples: whole.samples.length, sampleRate: rate });
      expect(() => countSamples(bare.subarray(0, bare.length - 1))).toThrow('middle of a frame');
      const cut = tagged.subarray(0, tagged.length - frameAt(bare, 0).length);
      expect(() => countSamples(cut)).toThrow(BrokenSound);
    },
  );

  test('a decoding that was called off rejects with the reason', async () => {
    const reason = new Error('not now');
    await expect(decode(ffmpeg, tagged, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('broken MP3', () => {
  test('a missing ffmpeg is not told as a broken MP3', async () => {
    const failure = await decode('/nowhere/ffmpeg', tagged, never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(BrokenSound);
  });

  test('a cut MP3 is refused wherever it is cut', () => {
    const accepted: number[] = [];
    for (let length = 0; length < tagged.length; length += 1) {
      try {
        countSamples(tagged.subarray(0, length));
        accepted.push(length);
      } catch {}
    }
    expect(accepted).toEqual([]);
  });

  test('without an info frame a cut is seen within a frame, and nothing else can be', () => {
    const whole = countSamples(bare).samples;
    expect(() => countSamples(bare.subarray(0, bare.length - 1))).toThrow('middle of a frame');
    expect(countSamples(bare.subarray(0, bare.length - 418)).samples).toBe(whole - 1152);
  });

  test.each<[string, () => Buffer, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /no frames/],
    ['a tag without sound', () => tagged.subarray(0, 10), /no frames/],
    ['raw samples', () => Buffer.from(spoken.samples.buffer), /no MP3 frame/],
    ['a page of HTML', () => Buffer.from('<!doctype html>'), /no MP3 frame/],
    [
      'an MP3 with a hole',
      () => Buffer.concat([tagged.subarray(0, 3_000), tagged.subarray(3_100)]),
      /no MP3 frame/,
    ],
  ])('%s is refused', async (_what, mp3, why) => {
    const failure = await decode(ffmpeg, mp3(), never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BrokenSound);
    expect(String(failure)).toMatch(why);
  });

  test('an MP3 with a frame that does not decode is refused, and not left a frame shorter', async () => {
    const spoilt = Buffer.from(bare);
    let at = 0;
    for (let frame = 0; frame < 30; frame++) at += frameLength(bare, at);
    spoilt.fill(0xff, at + 4, at + frameLength(bare, at));
    await expect(decode(ffmpeg, spoilt, never)).rejects.toThrow('could be decoded');
  });

  test('tags behind the sound are no part of it', () => {
    const tag = Buffer.alloc(128);
    tag.write('TAG');
    expect(countSamples(Buffer.concat([tagged, tag])).samples).toBe(spoken.samples.length);
  });
});
