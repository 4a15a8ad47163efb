import { expect, test } from 'vitest';
import { speak } from '../speech/speak.ts';
import { type CatalogueVoice, voices } from './voices.ts';

const rate = 8_000;
const words =
  'We will look at how the sea makes its own weather, and why nobody noticed it for so long.';

/** Median pitch in Hz by autocorrelation over 40 ms windows, without unvoiced and quiet ones. */
function medianPitch(samples: Int16Array): number {
  const width = rate * 0.04;
  const shortest = Math.floor(rate / 300);
  const longest = Math.ceil(rate / 60);
  const pitches: number[] = [];
  for (let from = 0; from + width + longest < samples.length; from += rate / 50) {
    const likeness = (lag: number) => {
      let product = 0;
      let here = 1;
      let there = 1;
      for (let at = from; at < from + width; at++) {
        const one = samples[at] ?? 0;
        const other = samples[at + lag] ?? 0;
        product += one * other;
        here += one * one;
        there += other * other;
      }
      return Math.sqrt(here / width) < 600 ? 0 : product / Math.sqrt(here * there);
    };
    const lags = Array.from({ length: longest - shortest + 1 }, (_, at) => likeness(shortest + at));
    const best = Math.max(...lags);
    if (best < 0.7) continue;
    // Takes the first peak nearly as high as the highest, which may be at twice the period.
    const peak = lags.findIndex(
      (value, at) =>
        value > 0.9 * best && value >= (lags[at - 1] ?? 1) && value >= (lags[at + 1] ?? 1),
    );
    if (peak > 0) pitches.push(rate / (shortest + peak + lean(lags, peak)));
  }
  return pitches.sort((one, other) => one - other)[pitches.length >> 1] ?? 0;
}

/** By parabolic interpolation between the samples. */
function lean(values: number[], peak: number): number {
  const [left = 0, top = 0, right = 0] = values.slice(peak - 1, peak + 2);
  return (left - right) / 2 / (left - 2 * top + right || 1);
}

const measuredPitch = ({ sound }: CatalogueVoice) => medianPitch(speak(words, sound, rate));

/** For each base, the two voices that are hardest to tell apart: closest in pitch, similar in speed. */
const neighbours = (['slt', 'rms', 'awb', 'kal16'] as const).map((base) => {
  const family = voices.filter((voice) => voice.sound.base === base);
  const pairs = family.flatMap((one) =>
    family
      .filter(({ sound }) => sound.pitch > one.sound.pitch)
      .filter(({ sound }) => Math.abs(Math.log(sound.rate / one.sound.rate)) < Math.log(1.08))
      .map((other) => ({ one, other, step: other.sound.pitch / one.sound.pitch })),
  );
  const closest = pairs.sort((a, b) => a.step - b.step).at(0);
  if (!closest) throw new Error(`${base} has no neighbours`);
  return closest;
});

test.each(neighbours)(
  'the voices $one.name and $other.name sound more than 0.9 semitones apart',
  (pair) => {
    const [low, high] = [measuredPitch(pair.one), measuredPitch(pair.other)];
    expect(12 * Math.log2(high / low)).toBeGreaterThan(0.9);
    // One sentence varies more than the voice's median over many.
    expect(Math.abs(12 * Math.log2(low / pair.one.sound.pitch))).toBeLessThan(1);
  },
);

test('the lowest female voice sounds higher than the highest male voice', () => {
  const sorted = voices.toSorted((one, other) => one.sound.pitch - other.sound.pitch);
  const woman = sorted.find((voice) => voice.labels.gender === 'female');
  const man = sorted.findLast((voice) => voice.labels.gender === 'male');
  if (!woman || !man) throw new Error('a voice is missing');
  expect(measuredPitch(woman)).toBeGreaterThan(measuredPitch(man));
});
