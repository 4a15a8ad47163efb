import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LineRow } from '../../episodes/log/lease.ts';
import { gapBefore } from './gaps.ts';
import { goodbyeReserve, openSpeechMeter, shareFor } from './speechMeter.ts';

const SAMPLE = { characters: 75, clip: { milliseconds: 5_000 } };
const openMeter = (...written: LineRow[]) =>
  openSpeechMeter({ A: SAMPLE, B: SAMPLE }, written, { tone: 'Normal', stings: false });

describe('section shares', () => {
  const weights = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), {
    minLength: 2,
    maxLength: 12,
  });
  const target = fc.constantFrom(600_000, 900_000, 1_200_000, 1_500_000);

  it('section shares use up the whole time when every section keeps to its share', () => {
    fc.assert(
      fc.property(weights, target, (weights, target) => {
        const sections = weights.map((weight) => ({ weight }));
        let left = target;
        for (const index of sections.keys())
          left -= shareFor(index, sections, left, goodbyeReserve(target));
        expect(left).toBeCloseTo(0, 3);
      }),
    );
  });

  it('section shares always leave the time reserved for the goodbye', () => {
    fc.assert(
      fc.property(
        weights,
        target,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (w, target, rest) => {
          const sections = w.map((weight) => ({ weight }));
          const left = target * rest;
          const lastContent = sections.length - 2;
          const share = shareFor(lastContent, sections, left, goodbyeReserve(target));
          expect(share).toBeLessThanOrEqual(Math.max(0, left - goodbyeReserve(target)) + 1e-6);
        },
      ),
    );
  });
});

it('the goodbye gets 4.5 s of a one-minute episode and 30 s of the longest', () => {
  expect(goodbyeReserve(60_000)).toBe(4_500);
  expect(goodbyeReserve(600_000)).toBe(27_000);
  expect(goodbyeReserve(1_500_000)).toBe(30_000);
});

const lineOf = (position: number, more: Partial<LineRow> = {}): LineRow => ({
  podcastId: 1,
  position,
  section: 0,
  speaker: 'A',
  text: 'x'.repeat(150),
  delivery: null,
  isOver: false,
  basis: null,
  facts: [],
  sum: null,
  sourceWords: null,
  state: 'written',
  clipKey: null,
  milliseconds: null,
  startMilliseconds: null,
  ...more,
});

describe('speech rate', () => {
  it('the predicted length of a line follows the speech rate of its host so far', () => {
    const meter = openMeter();
    const line = lineOf(0);
    const gap = gapBefore(line, undefined, 'Normal');
    expect(meter.cost(line)).toBeCloseTo(gap + 10_000);
    for (let i = 0; i < 50; i++) meter.measure(line, 12_000);
    expect(meter.cost(line)).toBeGreaterThan(gap + 11_800);
    expect(meter.cost({ ...line, speaker: 'B' })).toBeCloseTo(gap + 10_000);
  });

  it('a minute takes 130 to 170 words, and no time takes none', () => {
    const meter = openMeter();
    expect(meter.wordsFor(60_000)).toBeGreaterThan(130);
    expect(meter.wordsFor(60_000)).toBeLessThan(170);
    expect(meter.wordsFor(0)).toBe(0);
    expect(meter.wordsFor(-5)).toBe(0);
  });
});

describe('running time', () => {
  it('the total counts measured lines as they are, others as predicted, and the gaps', () => {
    const meter = openMeter(lineOf(0, { state: 'spoken', milliseconds: 7_000 }));
    meter.add(lineOf(1, { section: 1 }));
    expect(meter.total(0)).toBe(200 + 7_000);
    expect(meter.total(1)).toBeCloseTo(800 + 10_000);
    meter.measure(lineOf(1), 9_000);
    expect(meter.total()).toBe(200 + 7_000 + 800 + 9_000);
  });

  it('a line that was read counts with the words that it has now, and one that is left out no more', () => {
    const [first, second] = [lineOf(0), lineOf(1)];
    const meter = openMeter(first, second);
    const both = meter.total();
    meter.change({ was: first, is: { ...first, text: 'x'.repeat(75) } });
    expect(meter.total()).toBeCloseTo(both - 5_000);
    const rest = meter.total();
    meter.change({ was: second, is: null });
    expect(rest - meter.total()).toBeGreaterThan(10_000);
    meter.change({ was: lineOf(7), is: null });
    meter.measure({ ...first, text: 'x'.repeat(75) }, 4_000);
    expect(meter.total()).toBe(200 + 4_000);
  });

  it('waiting for unspoken lines ends when those that are left are short enough', async () => {
    const [first, second] = [lineOf(0), lineOf(1)];
    const meter = openMeter(first, second);
    const waiting = meter.unspokenBelow(11_000, new AbortController().signal);
    meter.change({ was: second, is: null });
    await waiting;
  });

  it('waiting for unspoken lines ends once enough of them are measured, or with the signal', async () => {
    const meter = openMeter(lineOf(0), lineOf(1));
    const { signal } = new AbortController();
    const waiting = meter.unspokenBelow(11_000, signal);
    meter.measure(lineOf(0), 10_000);
    await waiting;
    await expect(meter.unspokenBelow(1_000, AbortSignal.abort())).rejects.toThrow();
  });
});
