import { BrokenSound } from '../speech/speech.ts';
import { frameAt, infoOf } from './frames.ts';

/** ID3v2 at the start: "ID3", version, flags, and its length in four times seven bits. */
const ID3_HEADER = 10;
const ID3_FOOTER = 0x10;
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

function lengthOfId3(mp3: Buffer): number {
  if (mp3.toString('latin1', 0, 3) !== 'ID3' || mp3.length < ID3_HEADER) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (mp3.readUInt8(at) & 0x7f), 0);
  return ID3_HEADER + size + (mp3.readUInt8(5) & ID3_FOOTER ? ID3_HEADER : 0);
}

function lengthOfId3v1(mp3: Buffer): number {
  const tag = mp3.length - ID3V1;
  const isThere = tag >= 0 && mp3.toString('latin1', tag, tag + 3) === 'TAG';
  return isThere ? ID3V1 : 0;
}
