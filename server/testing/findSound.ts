import type { Clip } from '../speech/speech.ts';

/** Samples of 44.1 kHz that are averaged to one: the sounds' notes lie far below the new limit. */
const STEP = 20;
const STEPS_PER_SECOND = 44_100 / STEP;
/** A sound under its own encoder's noise is at 0.99; speech is far below this. */
const ALIKE = 0.9;

/** Where a sound stands in a recording of 44.1 kHz, by normalised cross-correlation: starts, ms. */
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
    if (alike > ALIKE && !(isSame && last.alike > alike)) {
      if (isSame) found.pop();
      found.push({ at, alike });
    }
    within += (whole[at + part.length] ?? 0) ** 2 - (whole[at] ?? 0) ** 2;
  }
  return found.map(({ at }) => (at / STEPS_PER_SECOND) * 1000);
}

function coarse(samples: Int16Array): Float64Array {
  const sums = new Float64Array(Math.floor(samples.length / STEP));
  for (const i of sums.keys()) {
    for (let j = 0; j < STEP; j++) sums[i] = (sums[i] ?? 0) + (samples[i * STEP + j] ?? 0);
  }
  return sums;
}
