/** Zero crossings of the sinc on each side, so that images stay below the 16-bit noise of speech. */
const reach = 12;
const phases = 256;

/** `ratio` is samples out per sample in. Windowed sinc (Hann), band-limited to the lower rate. */
export function resample(samples: Int16Array, ratio: number): Int16Array {
  if (ratio === 1) return samples;
  const kernel = kernelFor(Math.min(1, ratio));
  const half = (kernel.taps >> 1) - 1;
  // Padded with silence, the innermost loop stays inside the array: three times as fast.
  const padded = new Float64Array(samples.length + 2 * kernel.taps);
  padded.set(samples, half);
  const out = new Int16Array(Math.floor(samples.length * ratio));
  for (let index = 0; index < out.length; index++) {
    const position = index / ratio;
    const whole = Math.floor(position);
    const phase = Math.round((position - whole) * phases);
    const row = phase * kernel.taps;
    let sum = 0;
    for (let tap = 0; tap < kernel.taps; tap++) {
      sum += (padded[whole + tap] ?? 0) * (kernel.weights[row + tap] ?? 0);
    }
    out[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
  return out;
}

interface Kernel {
  taps: number;
  /** `phases + 1` rows of `taps` weights. Each row sums to one. */
  weights: Float64Array;
}
const kernels = new Map<number, Kernel>();

function kernelFor(cutoff: number): Kernel {
  const known = kernels.get(cutoff);
  if (known) return known;
  const half = Math.ceil(reach / cutoff);
  const taps = 2 * half;
  const weights = new Float64Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase++) {
    const row = weights.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - (half - 1) - phase / phases;
      const weight = sinc(distance * cutoff) * hann(distance / half);
      row[tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < taps; tap++) row[tap] = (row[tap] ?? 0) / sum;
  }
  const kernel = { taps, weights };
  kernels.set(cutoff, kernel);
  return kernel;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const hann = (x: number) => (Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x));
