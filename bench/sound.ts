import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { PreparedClip } from '../server/sound/mix/audio.ts';
import { correlate } from '../server/testing/correlate.ts';

/** Hz: precise to a millisecond, and an hour of samples fits into memory. */
export const RATE = 16_000;
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

/** A line is searched this far around its stated start, by its first half second, s. */
const REACH = 0.15;

/**
 * Milliseconds from each line's stated start to its sound; positive is late. A line is recognised
 * by its own clip, because another may end just before it or continue above it. One that is not
 * found counts as late by the whole search.
 */
export async function onsetsOf(
  clips: PreparedClip[],
  starts: number[],
  { samples }: Sound,
): Promise<number[]> {
  const onsets: number[] = [];
  for (const [index, clip] of clips.entries()) {
    const start = starts[index] ?? 0;
    const { at, likeness } = findClip(samples, beginningOf(clip), start, REACH);
    onsets.push(likeness > 0 ? (at - start) * 1000 : REACH * 1000);
    await setImmediate();
  }
  return onsets;
}

/** The first half second at the rate of a decoded file; averaging is filter enough for a search. */
function beginningOf({ samples, sampleRate }: PreparedClip): Int16Array {
  const step = sampleRate / RATE;
  const length = Math.min(RATE / 2, Math.floor(samples.length / step));
  return Int16Array.from({ length }, (_, i) => {
    const from = Math.floor(i * step);
    const to = Math.max(from + 1, Math.floor((i + 1) * step));
    return samples.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
  });
}

/** The search first averages this many samples: speech has most of its power below 2 kHz. */
const COARSE = 4;

/**
 * Uses the best normalised correlation within `reach` seconds of `expected`. `at` is in seconds,
 * `likeness` is how much of the sound there the clip explains, 0 to 1.
 */
export function findClip(
  samples: Int16Array,
  clip: Int16Array,
  expected: number,
  reach: number,
): { at: number; likeness: number } {
  const first = Math.max(0, Math.round((expected - reach) * RATE));
  const last = Math.min(samples.length - clip.length, Math.round((expected + reach) * RATE));
  const around = samples.subarray(first, last + clip.length);
  const coarse = correlate(averaged(around, COARSE), averaged(clip, COARSE));
  if (coarse.likeness === 0) return { at: expected, likeness: 0 };
  const from = Math.max(0, (coarse.at - 1) * COARSE);
  const fine = correlate(around.subarray(0, from + clip.length + 2 * COARSE), clip, from);
  return { at: (first + fine.at) / RATE, likeness: fine.likeness };
}

function averaged(samples: Int16Array, step: number): Int16Array {
  return Int16Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < step; k++) sum += samples[i * step + k] ?? 0;
    return sum / step;
  });
}

/** Samples from this level on are speech and not encoder ringing; of 32 768 (-40 dBFS). */
const AUDIBLE = 328;
/** Seconds before a line's end and after the next one's start in which a gap is searched. */
const AROUND = 0.12;

/** The longest silence around a change of lines, ms; 0 if there is none. */
export function silenceAbout(samples: Int16Array, end: number, start: number): number {
  const from = Math.max(0, Math.round((Math.min(end, start) - AROUND) * RATE));
  const to = Math.min(samples.length, Math.round((Math.max(end, start) + AROUND) * RATE));
  let longest = 0;
  let silent = 0;
  for (let at = from; at < to; at++) {
    silent = Math.abs(samples[at] ?? 0) < AUDIBLE ? silent + 1 : 0;
    longest = Math.max(longest, silent);
  }
  return (1000 * longest) / RATE;
}
