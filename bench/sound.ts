import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Hz: fine enough to tell a millisecond, and an hour of it fits into memory. */
const RATE = 16_000;
/** Sound and not the encoder's ringing, of 32 768 (-40 dBFS). */
const AUDIBLE = 328;
/** Where a line's beginning is looked for, seconds around where it should be. */
const WINDOW = { before: 0.15, after: 0.5 };

export interface Sound {
  samples: Int16Array;
  seconds: number;
}

/** Decodes a file as a player would. Rejects with ffmpeg's own words. */
export async function decode(ffmpeg: string, file: string): Promise<Sound> {
  const format = ['-f', 's16le', '-ar', `${RATE}`, '-ac', '1'];
  const child = spawn(ffmpeg, ['-v', 'error', '-nostdin', '-i', file, ...format, '-'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces: Buffer[] = [];
  let words = '';
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg could not decode the file: ${words}`);
  const bytes = Buffer.concat(pieces);
  const samples = new Int16Array(bytes.length / 2);
  Buffer.from(samples.buffer).set(bytes.subarray(0, samples.byteLength));
  return { samples, seconds: samples.length / RATE };
}

/**
 * How far the sound of a line begins from where it is said to begin, ms: positive is late. Lines are
 * parted by silence, so the first loud sample around that place is its beginning. What is not found
 * counts as the whole window.
 */
export function onsetError({ samples }: Sound, startSeconds: number): number {
  const from = Math.max(0, Math.round((startSeconds - WINDOW.before) * RATE));
  const to = Math.round((startSeconds + WINDOW.after) * RATE);
  const loud = samples.subarray(from, to).findIndex((sample) => Math.abs(sample) > AUDIBLE);
  const at = loud < 0 ? to : from + loud;
  return (at / RATE - startSeconds) * 1000;
}
