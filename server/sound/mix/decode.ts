import { lazily } from '../../base/kit/lazily.ts';
import { BrokenSound, type Clip } from '../speech/speech.ts';
import { samplesOf } from '../speech/wav.ts';
import { convert } from './convert.ts';
import { findFfmpeg } from './findFfmpeg.ts';
import { frameAt, infoOf, lengthOfId3 } from './frames.ts';

/** ffmpeg's errors about its input. All others are about this machine. */
const UNREADABLE = /Invalid data found|matches no streams|[Ee]rror while decoding/;

/**
 * Leaves out the encoder's padding. Rejects with `BrokenSound` for an MP3 that is cut: a part of a
 * line must never pass for the line. Takes some 20 ms of a core per clip.
 */
export async function decode(ffmpeg: string, mp3: Buffer, signal: AbortSignal): Promise<Clip> {
  const expected = countSamples(mp3);
  const job = {
    inputOptions: ['-nostdin', '-threads', '1', '-f', 'mp3'],
    outputOptions: ['-map', '0:a:0', '-ar', `${expected.sampleRate}`, '-ac', '1', '-f', 's16le'],
  };
  const pcm = await convert(ffmpeg, mp3, job, signal).catch((error: unknown) => {
    if (UNREADABLE.test(String(error))) throw new BrokenSound(String(error), { cause: error });
    throw error;
  });
  const samples = samplesOf(pcm);
  // ffmpeg skips a frame that it cannot decode, and a word with it.
  if (samples.length <= expected.samples - expected.perFrame) {
    throw new BrokenSound(`only ${samples.length} of ${expected.samples} samples could be decoded`);
  }
  return { samples, sampleRate: expected.sampleRate };
}

/** Looks for ffmpeg at the first MP3 only, because a command may never decode one. */
export function openDecoder(ffmpegPath: string | null) {
  const found = lazily(() => findFfmpeg(ffmpegPath));
  return async (mp3: Buffer, signal: AbortSignal): Promise<Clip> =>
    decode((await found()).path, mp3, signal);
}

/** ID3v1 at the end: "TAG" and fields of fixed lengths. */
const ID3V1 = 128;

interface Count {
  samples: number;
  sampleRate: number;
  perFrame: number;
}

/** Throws `BrokenSound` for anything but a whole MP3 of one rate. */
export function countSamples(mp3: Buffer): Count {
  const start = lengthOfId3(mp3);
  const end = mp3.length - lengthOfId3v1(mp3);
  if (start >= end) throw new BrokenSound('the MP3 has no frames');
  const { samples: perFrame, sampleRate } = frameAt(mp3, start);
  const frames = countFrames(mp3, start, end, sampleRate);
  const info = infoOf(mp3.subarray(start));
  if (!info) return { samples: frames * perFrame, sampleRate, perFrame };
  // The info frame itself is silent.
  const audible = frames - 1;
  if (audible < (info.frames ?? 0)) {
    throw new BrokenSound(`the MP3 has ${audible} of its ${info.frames} frames`);
  }
  return { samples: audible * perFrame - info.trimmed, sampleRate, perFrame };
}

function countFrames(mp3: Buffer, start: number, end: number, sampleRate: number): number {
  let frames = 0;
  let at = start;
  for (; at < end; frames++) {
    const frame = frameAt(mp3, at);
    if (frame.sampleRate !== sampleRate) throw new BrokenSound('the MP3 changes its rate');
    at += frame.length;
  }
  if (at > end) throw new BrokenSound('the MP3 ends in the middle of a frame');
  return frames;
}

function lengthOfId3v1(mp3: Buffer): number {
  const tag = mp3.length - ID3V1;
  const isThere = tag >= 0 && mp3.toString('latin1', tag, tag + 3) === 'TAG';
  return isThere ? ID3V1 : 0;
}
