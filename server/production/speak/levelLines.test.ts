import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { low, silence, utter } from '../../sound/mix/fixtures/voice.ts';
import { measureLoudness } from '../../sound/mix/measureLoudness.ts';
import { prepare } from '../../sound/mix/trim.ts';
import { openLeveler } from '../mix/recordEpisode.ts';

const decibels = (factor: number) => 20 * Math.log10(factor);

/** Clips by their loudness: the meter reads it from the only sample. */
const clipOf = (loudness: number, milliseconds = 2000) => ({
  samples: Int16Array.of(loudness * 100),
  sampleRate: 24_000,
  milliseconds,
});
const meter = {
  loudnessOf: ({ samples }: { samples: Int16Array }) => (samples[0] ?? 0) / 100,
};
const SAMPLES = { A: { clip: clipOf(-20) }, B: { clip: clipOf(-30) } };

const lines = fc.array(
  fc.record({
    speaker: fc.constantFrom('A' as const, 'B' as const),
    loudness: fc.integer({ min: -50, max: -5 }),
    milliseconds: fc.integer({ min: 100, max: 9000 }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe('levelling', () => {
  it('no line is changed by more than 3 dB beside its host, and the same lines always by the same', () => {
    fc.assert(
      fc.property(lines, (spoken) => {
        const levels = () => {
          const level = openLeveler(meter, SAMPLES);
          return spoken.map((line) => ({
            // Too short to have a loudness of its own.
            host: decibels(level(clipOf(0, 1), line.speaker)),
            line: decibels(level(clipOf(line.loudness, line.milliseconds), line.speaker)),
          }));
        };
        const first = levels();
        for (const { host, line } of first) {
          expect(Math.abs(host)).toBeLessThanOrEqual(6.001);
          expect(Math.abs(line - host)).toBeLessThanOrEqual(3.001);
        }
        expect(levels()).toEqual(first);
      }),
    );
  });

  it.each([-6, 6])(
    'a host whose sample was off by %i dB comes to its loudness in a few lines',
    (off) => {
      const level = openLeveler(meter, SAMPLES);
      const levelled = Array.from({ length: 12 }, (_, i) => {
        const loudness = -20 - off + 3 * Math.sin(i * 2.4);
        return loudness + decibels(level(clipOf(loudness), 'A'));
      });
      for (const loudness of levelled.slice(6)) expect(Math.abs(loudness + 20)).toBeLessThan(1);
    },
  );

  it('lines that are uneven by 6 dB come out with half the spread, about the same loudness', () => {
    const level = openLeveler(meter, SAMPLES);
    const uneven = Array.from({ length: 60 }, (_, i) => -20 + 6 * Math.sin(i * 2.4));
    const levelled = uneven.map((loudness) => loudness + decibels(level(clipOf(loudness), 'A')));
    const mean = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
    const spread = (of: number[]) => Math.sqrt(mean(of.map((one) => (one - mean(of)) ** 2)));
    expect(spread(uneven)).toBeGreaterThan(4);
    expect(spread(levelled)).toBeLessThan(spread(uneven) / 2);
    expect(Math.abs(mean(levelled) - mean(uneven))).toBeLessThan(0.5);
  });

  it('a host who speaks steadily is left alone within 0.3 dB, whatever the other does', () => {
    const level = openLeveler(meter, SAMPLES);
    for (let i = 0; i < 30; i++) {
      level(clipOf(i % 2 ? -40 : -10), 'A');
      expect(Math.abs(decibels(level(clipOf(-30 + 0.2 * Math.sin(i)), 'B')))).toBeLessThan(0.3);
    }
  });

  it('a clip of less than 0.4 s and silence are left as they are', () => {
    const level = openLeveler(meter, SAMPLES);
    expect(level(clipOf(-5, 399), 'A')).toBe(1);
    expect(level(clipOf(-26, 400), 'A')).toBeCloseTo(10 ** (3 / 20));
    expect(level(clipOf(-5, 399), 'A')).toBeCloseTo(10 ** (3 / 20));
    const measured = openLeveler({ loudnessOf: measureLoudness }, SAMPLES);
    const still = silence(2);
    expect(measured({ ...still, milliseconds: 2000 }, 'A')).toBe(1);
  });

  it('a whisper of the same voice comes 3 dB nearer, measured in its samples', () => {
    const clip = prepare(utter(low, 3, 1));
    const quiet = { ...clip, samples: clip.samples.map((sample) => sample / 2) };
    const level = openLeveler({ loudnessOf: measureLoudness }, { A: { clip }, B: { clip } });
    expect(decibels(level(quiet, 'A'))).toBeCloseTo(3, 6);
    expect(decibels(level(clip, 'B'))).toBeCloseTo(0, 6);
  });
});
