import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Hz: precise to a millisecond, and an hour of samples fits into memory. */
export const RATE = 16_000;
/** Samples from this level on are speech and not encoder ringing; of 32 768 (-40 dBFS). */
const AUDIBLE = 328;
/** A line's start is searched this many seconds around its expected time. */
const WINDOW = { before: 0.15, after: 0.5 };

export interface Sound {
  samples: Int16Array;
  seconds: number;
}

/** Decodes a file as a player would. Rejects with ffmpeg's output. */
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
 * Milliseconds from a line's stated start to its sound; positive is late. Silence separates lines,
 * so the first loud sample in the window is the start. A missing line counts as late by the whole
 * window.
 */
export function onsetError({ samples }: Sound, startSeconds: number): number {
  const from = Math.max(0, Math.round((startSeconds - WINDOW.before) * RATE));
  const to = Math.round((startSeconds + WINDOW.after) * RATE);
  const loud = samples.subarray(from, to).findIndex((sample) => Math.abs(sample) > AUDIBLE);
  const at = loud < 0 ? to : from + loud;
  return (at / RATE - startSeconds) * 1000;
}
