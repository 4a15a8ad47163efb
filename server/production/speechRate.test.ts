import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitGoodbye, gapBefore, goodbyeReserve, openSpeechRate, shareFor } from './speechRate.ts';

const HEARD = { characters: 75, milliseconds: 5_000 };

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

describe('voice pace', () => {
  it('the predicted length of a line follows the pace of its host so far', () => {
    const pace = openSpeechRate({ A: HEARD, B: HEARD });
    const line = { speaker: 'A' as const, text: 'x'.repeat(150) };
    expect(pace.predict(line)).toBeCloseTo(10_000);
    for (let i = 0; i < 50; i++) pace.measureLine(line, 12_000);
    expect(pace.predict(line)).toBeGreaterThan(11_800);
    expect(pace.predict({ ...line, speaker: 'B' })).toBeCloseTo(10_000);
  });

  it('a minute takes 130 to 170 words, and no time takes none', () => {
    const pace = openSpeechRate({ A: HEARD, B: HEARD });
    expect(pace.wordsFor(60_000)).toBeGreaterThan(130);
    expect(pace.wordsFor(60_000)).toBeLessThan(170);
    expect(pace.wordsFor(0)).toBe(0);
    expect(pace.wordsFor(-5)).toBe(0);
  });
});

it('a goodbye keeps its last line and as many of the first ones as fit', () => {
  expect(fitGoodbye([5, 5, 5, 5], 16)).toEqual([0, 1, 3]);
  expect(fitGoodbye([5, 5], 100)).toEqual([0, 1]);
  expect(fitGoodbye([50], 10)).toEqual([0]);
  expect(fitGoodbye([], 10)).toEqual([]);
});

it('the pause is short after an interjection and long before a new section', () => {
  const line = (section: number, speaker: 'A' | 'B', length: number) => ({
    section,
    speaker,
    text: 'x'.repeat(length),
  });
  const usual = gapBefore(line(1, 'A', 90), line(1, 'B', 90));
  expect(gapBefore(line(1, 'A', 90), line(1, 'B', 10))).toBeLessThan(usual);
  expect(gapBefore(line(2, 'A', 90), line(1, 'B', 90))).toBeGreaterThan(usual);
});
