import { BrokenSound, type Clip } from './speech.ts';

const HEADER = 44;

export function wavOf({ samples, sampleRate }: Clip): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER - 8 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, bytesOf(samples)]);
}

export const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Copied, because a Buffer from the network may not be aligned for 16-bit samples. */
export function samplesOf(bytes: Buffer): Int16Array {
  if (bytes.length % 2) throw new BrokenSound('the clip ends in the middle of a sample');
  return new Int16Array(new Uint8Array(bytes).buffer);
}

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
export function clipOf(bytes: Buffer): Clip {
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
  const channels = part.readUInt16LE(2);
  const sampleRate = part.readUInt32LE(4);
  const bits = part.readUInt16LE(14);
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
  const all = samplesOf(isKnown ? rest.subarray(0, length) : rest);
  if (channels === 1) return { samples: all, sampleRate };
  if (all.length % 2) throw new BrokenSound('the clip ends in the middle of a sample');
  const mean = (at: number) => Math.round(((all[2 * at] ?? 0) + (all[2 * at + 1] ?? 0)) / 2);
  return { samples: Int16Array.from({ length: all.length / 2 }, (_, at) => mean(at)), sampleRate };
}
