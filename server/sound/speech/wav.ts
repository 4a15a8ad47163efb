import type { Clip } from './speech.ts';

const HEADER = 44;

export function wavOf({ samples, sampleRate }: Clip): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER - 8 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([
    header,
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength),
  ]);
}

/** Reads a file written by `wavOf`; throws for any other. */
export function clipOf(wav: Buffer): Clip {
  const bytes = wav.length >= HEADER ? wav.readUInt32LE(40) : -1;
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || bytes !== wav.length - HEADER) {
    throw new Error('not a whole WAV file of ours');
  }
  // Copied, because a Buffer from the network may not be aligned for 16-bit samples.
  const samples = new Int16Array(bytes / 2);
  Buffer.from(samples.buffer).set(wav.subarray(HEADER));
  return { samples, sampleRate: wav.readUInt32LE(24) };
}
