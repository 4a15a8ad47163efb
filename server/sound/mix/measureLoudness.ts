/** Blocks of 400 ms, one every 100 ms (ITU-R BS.1770-4, Annex 1). */
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/** One channel: 16-bit samples, or floats with a full scale of 1. */
interface Sound {
  samples: Int16Array | Float64Array;
  sampleRate: number;
}

/** LUFS (ITU-R BS.1770-4). A clip shorter than a block is measured whole; silence is -Infinity. */
export function measureLoudness({ samples, sampleRate }: Sound): number {
  const step = Math.round(sampleRate / 10);
  const energies = stepEnergies({ samples, sampleRate }, step);
  const blocks: number[] = [];
  for (let i = 0; i + STEPS_PER_BLOCK <= energies.whole.length; i++) {
    const block = energies.whole.slice(i, i + STEPS_PER_BLOCK);
    blocks.push(sum(block) / (STEPS_PER_BLOCK * step));
  }
  if (!blocks.length) return toLufs((sum(energies.whole) + energies.rest) / samples.length);
  const audible = blocks.filter((power) => toLufs(power) > ABSOLUTE_GATE);
  const gate = toLufs(mean(audible)) + RELATIVE_GATE;
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)));
}

function toLufs(power: number): number {
  return power > 0 ? -0.691 + 10 * Math.log10(power) : -Infinity;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return values.length ? sum(values) / values.length : 0;
}

/** Both filters are in transposed direct form II, in one plain loop for speed. */
function stepEnergies({ samples, sampleRate }: Sound, step: number) {
  const scale = samples instanceof Int16Array ? 1 / 32768 : 1;
  const shelf = highShelf(sampleRate);
  const pass = highPass(sampleRate);
  const whole: number[] = [];
  let [s1, s2, p1, p2, rest] = [0, 0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = (samples[i] ?? 0) * scale;
    const y = shelf.b0 * x + s1;
    s1 = shelf.b1 * x - shelf.a1 * y + s2;
    s2 = shelf.b2 * x - shelf.a2 * y;
    const z = pass.b0 * y + p1;
    p1 = pass.b1 * y - pass.a1 * z + p2;
    p2 = pass.b2 * y - pass.a2 * z;
    rest += z * z;
    if ((i + 1) % step === 0) {
      whole.push(rest);
      rest = 0;
    }
  }
  return { whole, rest };
}

// BS.1770 gives its two filters for 48 kHz only. These are their analogue prototypes, as libebur128
// derived them, made digital for any rate by the bilinear transform.

function highShelf(sampleRate: number) {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (middle * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function highPass(sampleRate: number) {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
