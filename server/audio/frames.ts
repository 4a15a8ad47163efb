/*
 * MPEG-1 layer III at 44.1 kHz, mono: frames of 1152 samples each (ISO/IEC 11172-3, 2.4). Without the
 * bit reservoir a frame holds all of its own bits, so frames can be cut out of a file. A decoder's state
 * (overlap of the transform, filter bank) depends on the one frame before.
 */

import { BrokenSound } from '../speech/speech.ts';

export const FRAME_SAMPLES = 1152;
export const RATE = 44_100;
/** Delay of LAME's encoder, and of every decoder, in samples (LAME's FAQ). */
const ENCODER_DELAY = 576;
const DECODER_DELAY = 529;
/** The decoded frame k begins this many samples before 1152 k on the timeline. */
export const DELAY = ENCODER_DELAY + DECODER_DELAY;

/** kbit/s by the header's index. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/** Bytes of the frame that starts at `at`. Throws `BrokenSound` when none does. */
export function frameLength(bytes: Buffer, at: number): number {
  const [first, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const kilobits = BITRATES[third >> 4];
  if (first !== 0xff || (second & 0xfe) !== 0xfa || third & 0x0c || !kilobits) {
    throw new BrokenSound('there is no MP3 frame of 44.1 kHz');
  }
  return Math.floor((144_000 * kilobits) / RATE) + ((third >> 1) & 1);
}

// Offset of "Info" in a mono frame, and of its fields from there (Xing's header, LAME's tag rev. 1).
const INFO = { at: 21, frames: 8, bytes: 12, contents: 16, encoder: 120, trim: 141 };
/** Frames, bytes, table of contents and quality are all present: some readers rely on their offsets. */
const ALL_FIELDS = 0x0f;

/**
 * The silent frame before `frames` that says how many of their samples to trim at the start and at the
 * end. Players that respect it (ffmpeg, browsers, iOS, Android) are exact to the sample.
 */
export function infoFrame(frames: Buffer, count: number, trim: { start: number; end: number }) {
  const header = Buffer.from(frames.subarray(0, 4));
  // Without the padding bit, which makes single frames a byte longer.
  header[2] = (header[2] ?? 0) & 0xfd;
  const info = Buffer.alloc(frameLength(header, 0));
  header.copy(info);
  info.write('Info', INFO.at, 'latin1');
  info.writeUInt32BE(ALL_FIELDS, INFO.at + 4);
  info.writeUInt32BE(count, INFO.at + INFO.frames);
  info.writeUInt32BE(info.length + frames.length, INFO.at + INFO.bytes);
  // At a constant bitrate each hundredth of the time is a hundredth of the bytes.
  for (let i = 0; i < 100; i++) {
    info[INFO.at + INFO.contents + i] = Math.floor((i * 256) / 100);
  }
  info.write('LAME', INFO.at + INFO.encoder, 'latin1');
  const [start, end] = [trim.start - DECODER_DELAY, trim.end + DECODER_DELAY];
  info.writeUIntBE((start << 12) | end, INFO.at + INFO.trim, 3);
  return info;
}

/** Offset of "Info" in any file: the side information before it is longer in stereo. */
const INFO_AT = { mono: INFO.at, stereo: 36 };
const MONO = 3;

/**
 * Reads an info frame: the number of frames, if given, and the number of samples to trim. Null for a
 * frame of audio.
 */
export function infoOf(frame: Buffer): { frames: number | null; trimmed: number } | null {
  const at = (frame[3] ?? 0) >> 6 === MONO ? INFO_AT.mono : INFO_AT.stereo;
  if (!/^(?:Info|Xing)$/.test(frame.toString('latin1', at, at + 4))) return null;
  const fields = frame.readUInt32BE(at + 4);
  const frames = fields & 1 ? frame.readUInt32BE(at + INFO.frames) : null;
  if ((fields & ALL_FIELDS) !== ALL_FIELDS) return { frames, trimmed: 0 };
  const isLame = /^La(?:me|vc|vf)/i.test(
    frame.toString('latin1', at + INFO.encoder, at + INFO.trim),
  );
  if (!isLame) return { frames, trimmed: 0 };
  const trim = frame.readUIntBE(at + INFO.trim, 3);
  // The decoder's delay is trimmed at the start as well, and comes back at the end.
  return { frames, trimmed: (trim >> 12) + (trim & 0xfff) };
}

/** Samples that a finished file's info frame trims at its end. */
export function trimmedAtEnd(info: Buffer): number {
  return (info.readUIntBE(INFO.at + INFO.trim, 3) & 0xfff) - DECODER_DELAY;
}
