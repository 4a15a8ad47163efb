/*
 * Our own files are MPEG-1 layer III, 44.1 kHz, mono: frames of 1152 samples (ISO/IEC 11172-3,
 * 2.4). Without the bit reservoir a frame holds all of its own bits, so frames can be cut out of a
 * file. A decoder's state (overlap of the transform, filter bank) depends on the one frame before.
 */

import { BrokenSound } from '../speech/speech.ts';

export const FRAME_SAMPLES = 1152;
export const RATE = 44_100;
/** Delays of LAME's encoder and of every decoder, in samples (LAME's FAQ). */
const ENCODER_DELAY = 576;
const DECODER_DELAY = 529;
/** The decoded frame k begins this many samples before 1152 k on the timeline. */
export const DELAY = ENCODER_DELAY + DECODER_DELAY;

interface Frame {
  length: number;
  samples: number;
  sampleRate: number;
}

/** Rates (Hz) and bitrates (kbit/s) are in the order of the header's indices. */
const MPEG_1 = {
  samples: FRAME_SAMPLES,
  rates: [44_100, 48_000, 32_000],
  bitrates: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
};
/** The lower rates of ISO/IEC 13818-3, which are common for speech. */
const MPEG_2 = {
  samples: FRAME_SAMPLES / 2,
  rates: [22_050, 24_000, 16_000],
  bitrates: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const isMpeg1 = (frame: Buffer, at: number) => ((frame[at + 1] ?? 0) & 0x08) !== 0;

/** Throws `BrokenSound` when no frame starts at `at`. */
export function frameAt(bytes: Buffer, at: number): Frame {
  const [first, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const { samples, rates, bitrates } = isMpeg1(bytes, at) ? MPEG_1 : MPEG_2;
  const kilobits = bitrates[third >> 4];
  const sampleRate = rates[(third >> 2) & 3];
  if (first !== 0xff || (second & 0xf6) !== 0xf2 || !kilobits || !sampleRate) {
    throw new BrokenSound('there is no MP3 frame');
  }
  const length = Math.floor((samples * 125 * kilobits) / sampleRate) + ((third >> 1) & 1);
  return { length, samples, sampleRate };
}

/** Throws `BrokenSound` when no frame of 44.1 kHz starts at `at`. */
export function frameLength(bytes: Buffer, at: number): number {
  const { length, sampleRate } = frameAt(bytes, at);
  if (sampleRate !== RATE) throw new BrokenSound('there is no MP3 frame of 44.1 kHz');
  return length;
}

// Offset of "Info" in a mono frame, and of its fields from there (Xing's header, LAME's tag rev. 1).
const INFO = { at: 21, frames: 8, bytes: 12, contents: 16, encoder: 120, trim: 141 };
/** Frames, bytes, table of contents and quality: some readers rely on their offsets. */
const ALL_FIELDS = 0x0f;

/** Makes the silent frame that tells players how many samples to trim at each end. */
export function infoFrame(frames: Buffer, count: number, trim: { start: number; end: number }) {
  const header = Buffer.from(frames.subarray(0, 4));
  // Clears the padding bit, which makes single frames a byte longer.
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

/** Offsets of "Info": the side information before it varies in length. */
const INFO_AT = { mpeg1: { mono: INFO.at, stereo: 36 }, mpeg2: { mono: 13, stereo: 21 } };
const MONO = 3;

/** Null for a frame of audio; `frames` is null where the info frame does not give it. */
export function infoOf(frame: Buffer): { frames: number | null; trimmed: number } | null {
  const { mono, stereo } = isMpeg1(frame, 0) ? INFO_AT.mpeg1 : INFO_AT.mpeg2;
  const at = (frame[3] ?? 0) >> 6 === MONO ? mono : stereo;
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

export function trimmedAtEnd(info: Buffer): number {
  return (info.readUIntBE(INFO.at + INFO.trim, 3) & 0xfff) - DECODER_DELAY;
}

const ID3_HEADER = 10;
const ID3_FOOTER = 0x10;

/**
 * Bytes of an ID3v2 tag at the start, 0 without one: "ID3", version, flags, and its length in four
 * times seven bits (ID3v2.4 structure, 3.1).
 */
export function lengthOfId3(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < ID3_HEADER) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (bytes.readUInt8(at) & 0x7f), 0);
  return ID3_HEADER + size + (bytes.readUInt8(5) & ID3_FOOTER ? ID3_HEADER : 0);
}
