import { BrokenSound, type Clip } from './speech.ts';

/** "RIFF", a length, "WAVE". */
const HEAD = 12;
/** The name of a part and its length. */
const PART = 8;
const PCM = 1;
/** The real format is the first word of the identifier at the end of the part. */
const EXTENSIBLE = 0xfffe;
/** Bytes that no line has: a streaming server does not know the length and says anything. */
const UNKNOWN = 1_000_000_000;

interface Format {
  channels: number;
  sampleRate: number;
}

export const isWav = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, HEAD) === 'WAVE';

/**
 * Takes 16 bits of PCM at 8 to 192 kHz, and mixes stereo to mono. A streamed WAV, with 0 or
 * 0xFFFFFFFF as its length, is read to its end. Throws `BrokenSound` for any other, or a cut one.
 */
export function readWav(bytes: Buffer): Clip {
  if (!isWav(bytes)) throw new BrokenSound('the sound is no WAV');
  let format: Format | null = null;
  for (let at = HEAD; at + PART <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const part = bytes.subarray(at + PART, at + PART + length);
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'fmt ') format = readFormat(part);
    if (name === 'data' && format) return readSamples(bytes.subarray(at + PART), length, format);
    at += PART + length + (length % 2);
  }
  throw new BrokenSound('the WAV has no samples');
}

function readFormat(part: Buffer): Format {
  if (part.length < 16) throw new BrokenSound('the WAV has half a header');
  const given = part.readUInt16LE(0);
  const coding = given === EXTENSIBLE && part.length >= 26 ? part.readUInt16LE(24) : given;
  const [channels, sampleRate, bits] = [
    part.readUInt16LE(2),
    part.readUInt32LE(4),
    part.readUInt16LE(14),
  ];
  if (coding !== PCM || bits !== 16) {
    throw new BrokenSound(`the WAV has ${bits} bits of coding ${coding}, not 16 of PCM`);
  }
  if (channels < 1 || channels > 2) throw new BrokenSound(`the WAV has ${channels} channels`);
  if (sampleRate < 8_000 || sampleRate > 192_000) {
    throw new BrokenSound(`the WAV has a rate of ${sampleRate} Hz`);
  }
  return { channels, sampleRate };
}

function readSamples(rest: Buffer, length: number, { channels, sampleRate }: Format): Clip {
  const isKnown = length > 0 && length < UNKNOWN;
  if (isKnown && length > rest.length) {
    throw new BrokenSound(`the WAV ends after ${rest.length} of ${length} bytes`);
  }
  const bytes = isKnown ? rest.subarray(0, length) : rest;
  const width = 2 * channels;
  if (bytes.length % width) throw new BrokenSound('the clip ends in the middle of a sample');
  const samples = new Int16Array(bytes.length / width);
  for (let index = 0; index < samples.length; index++) {
    const left = bytes.readInt16LE(width * index);
    samples[index] =
      channels === 1 ? left : Math.round((left + bytes.readInt16LE(width * index + 2)) / 2);
  }
  return { samples, sampleRate };
}
