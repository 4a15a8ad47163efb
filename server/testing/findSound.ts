import type { Clip } from '../sound/speech/speech.ts';
import { correlate } from './correlate.ts';

/** Samples averaged into one: at 44.1 kHz, the sounds' notes lie far below the new limit. */
const STEP = 20;
/** Samples searched around a coarse place: many periods, any of which may fit the grid best. */
const REACH = 5_000;
/** Half a step off the grid a sound is more alike than this; to the sample it reaches 0.99. */
const SIMILAR = 0.5;
const ALIKE = 0.9;

/**
 * Returns the starts, ms. Notes resemble themselves a period later, so each place is found coarsely
 * and then to the sample.
 */
export function findSound(recording: Int16Array, { samples }: Pick<Clip, 'samples'>): number[] {
  const [whole, part] = [coarse(recording), coarse(samples)];
  const energy = part.reduce((sum, value) => sum + value ** 2, 0);
  let within = part.reduce((sum, _, i) => sum + (whole[i] ?? 0) ** 2, 0);
  const found: { at: number; alike: number }[] = [];
  for (let at = 0; at + part.length <= whole.length; at++) {
    let product = 0;
    for (let i = 0; i < part.length; i++) product += (part[i] ?? 0) * (whole[at + i] ?? 0);
    const alike = within > 0 ? product / Math.sqrt(energy * within) : 0;
    const last = found.at(-1);
    const isSame = last && at - last.at < part.length;
    if (alike > SIMILAR && !(isSame && last.alike > alike)) {
      if (isSame) found.pop();
      found.push({ at, alike });
    }
    within += (whole[at + part.length] ?? 0) ** 2 - (whole[at] ?? 0) ** 2;
  }
  return found.flatMap(({ at }) => {
    const first = Math.max(0, at * STEP - REACH);
    const around = recording.subarray(first, at * STEP + REACH + samples.length);
    const exact = correlate(around, samples);
    return Math.sqrt(exact.likeness) > ALIKE ? [(first + exact.at) / 44.1] : [];
  });
}

function coarse(samples: Int16Array): Float64Array {
  const sums = new Float64Array(Math.floor(samples.length / STEP));
  for (const i of sums.keys()) {
    for (let j = 0; j < STEP; j++) sums[i] = (sums[i] ?? 0) + (samples[i * STEP + j] ?? 0);
  }
  return sums;
}
