import type { Clip } from '../speech/speech.ts';
import type { PreparedClip } from './audio.ts';

/** A sample up to this is silence (of 32,768, so about -44 dBFS). */
const THRESHOLD = 200;
/** Milliseconds kept around the speech, for soft attacks and breaths. */
const KEEP_BEFORE = 20;
const KEEP_AFTER = 40;
/** Milliseconds of fade at a cut edge, because noise that stops at once is heard as a click. */
const FADE = 5;

/** Trims both ends, so that we set the pauses. A silent clip becomes empty. */
export function prepare({ samples, sampleRate }: Clip): PreparedClip {
  const loud = (sample: number) => Math.abs(sample) > THRESHOLD;
  const first = samples.findIndex(loud);
  const last = samples.findLastIndex(loud);
  if (first < 0) return { samples: new Int16Array(0), sampleRate, milliseconds: 0 };

  const count = (milliseconds: number) => Math.round((milliseconds * sampleRate) / 1000);
  const from = Math.max(0, first - count(KEEP_BEFORE));
  const to = Math.min(samples.length, last + 1 + count(KEEP_AFTER));
  const kept = samples.slice(from, to);
  if (from > 0) fade(kept, Math.min(count(FADE), first - from), (i) => i);
  if (to < samples.length)
    fade(kept, Math.min(count(FADE), to - 1 - last), (i) => kept.length - 1 - i);
  return { samples: kept, sampleRate, milliseconds: (kept.length / sampleRate) * 1000 };
}

/** Fades `length` samples in; `indexOf` counts from an edge inwards. */
function fade(samples: Int16Array, length: number, indexOf: (step: number) => number): void {
  for (let step = 0; step < length; step++) {
    const at = indexOf(step);
    samples[at] = Math.round(((samples[at] ?? 0) * step) / length);
  }
}
