import { RATE } from '../sound.ts';

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

/** Power of a tone in these samples, by Goertzel's algorithm. */
export function powerOf(samples: Int16Array | Float64Array, hertz: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
  let [last, before] = [0, 0];
  for (const sample of samples) {
    [last, before] = [sample / 32768 + coefficient * last - before, last];
  }
  const power = last * last + before * before - coefficient * last * before;
  return (2 * power) / samples.length ** 2;
}
