import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qualityCard } from '#shared/quality.ts';
import type { Speaker } from '#shared/script.ts';
import { qualityOf } from './quality.ts';

type Lines = Parameters<typeof qualityOf>[0]['lines'];
const GOOD = { seconds: 600, loudness: -16, truePeak: -1.5 };

/** Lines of so many seconds each, one after the other with a pause of one second. */
function talk(...turns: (readonly [Speaker, seconds: number, text?: string])[]): Lines {
  let place = 0;
  return turns.map(([speaker, seconds, text = ''], i) => {
    const startMilliseconds = place;
    place += (seconds + 1) * 1000;
    return { speaker, text: text || `line ${i}`, startMilliseconds, milliseconds: seconds * 1000 };
  });
}

const card = (lines = talk(['A', 10], ['B', 10]), measured = GOOD, askedAgain = 0) =>
  qualityOf({ bought: 10, lines, measured, askedAgain, earlierLines: null });

describe('quality card', () => {
  it('the quality card of a good episode has every figure and no flag', () => {
    expect(card()).toEqual({
      lengthError: 0,
      loudness: -16,
      truePeak: -1.5,
      talkBalance: 0.5,
      repetition: 0,
      longestMonologue: 10,
      linesAskedAgain: 0,
      novelty: null,
      flags: [],
    });
  });

  it('a length more than 5 % off is flagged, a smaller difference is not', () => {
    expect(card(undefined, { ...GOOD, seconds: 629 }).flags).toEqual([]);
    expect(card(undefined, { ...GOOD, seconds: 631 }).flags).toEqual(['length']);
    expect(card(undefined, { ...GOOD, seconds: 569 }).flags).toEqual(['length']);
  });

  it('sound that is too loud, too quiet or peaks too high is flagged', () => {
    expect(card(undefined, { ...GOOD, loudness: -17.2 }).flags).toEqual(['loudness']);
    expect(card(undefined, { ...GOOD, loudness: -14.9 }).flags).toEqual(['loudness']);
    expect(card(undefined, { ...GOOD, truePeak: -0.9 }).flags).toEqual(['loudness']);
  });

  it('a host who speaks less than 30 % of the time is flagged, whichever host it is', () => {
    expect(card(talk(['A', 71], ['B', 29])).flags).toEqual(['balance']);
    expect(card(talk(['A', 29], ['B', 71])).flags).toEqual(['balance']);
    expect(card(talk(['A', 69], ['B', 31]))).toMatchObject({ talkBalance: 0.69, flags: [] });
  });

  it('a monologue includes its pauses and ends when the other host speaks', () => {
    const lines = talk(['A', 44], ['A', 44.5], ['B', 60], ['A', 60], ['B', 40]);
    expect(card(lines)).toMatchObject({ longestMonologue: 89.5, flags: [] });
    const longer = talk(['A', 44], ['A', 46], ['B', 60]);
    expect(card(longer)).toMatchObject({ longestMonologue: 91, flags: ['monologue'] });
  });

  it('repetition counts runs of four words that either host said before, in any case', () => {
    const lines = talk(
      ['A', 5, 'The sea is full of light.'],
      ['B', 5, 'Yes, the sea is full of fish.'],
    );
    // Three runs, then four of which two are old.
    expect(card(lines)).toMatchObject({ repetition: 2 / 7, flags: ['repetition'] });
  });

  it('more than one line in twenty asked for again is flagged', () => {
    const lines = talk(...Array.from({ length: 40 }, (_, i) => [i % 2 ? 'A' : 'B', 5] as const));
    expect(card(lines, GOOD, 2).flags).toEqual([]);
    expect(card(lines, GOOD, 3)).toMatchObject({ linesAskedAgain: 3, flags: ['asked-again'] });
  });

  it('an episode that says again what its account has heard is flagged', () => {
    const sentence = (n: number) => `This is the sentence number ${n}.`;
    const lines = talk(
      ...Array.from({ length: 20 }, (_, n) => [n % 2 ? 'A' : 'B', 5, sentence(n)] as const),
    );
    const qualityAfter = (count: number) =>
      qualityOf({
        bought: 10,
        lines,
        measured: GOOD,
        askedAgain: 0,
        earlierLines: Array.from({ length: count }, (_, n) => sentence(n)),
      });
    expect(qualityAfter(1).novelty).toBe(0.95);
    expect(qualityAfter(1).flags).not.toContain('novelty');
    expect(qualityAfter(2)).toMatchObject({
      novelty: 0.9,
      flags: expect.arrayContaining(['novelty']),
    });
  });

  it('a quality card from before novelty was measured can be read', () => {
    const { novelty: _, ...old } = card();
    expect(qualityCard.parse(old)).toEqual(card());
    expect(qualityCard.partial().parse({ loudness: -16 })).toMatchObject({ loudness: -16 });
  });

  it('a line without a start time does not count for the quality card', () => {
    const [one, two] = talk(['A', 10], ['B', 10]);
    const untimed = { speaker: 'B' as const, text: 'x', startMilliseconds: null, milliseconds: 9 };
    expect(card([one, two, untimed].flatMap((line) => line ?? []))).toEqual(card());
  });

  it('the quality card is valid whatever was said', () => {
    const line = fc.record({
      speaker: fc.constantFrom<Speaker>('A', 'B'),
      text: fc.string({ unit: fc.constantFrom('a ', 'b ', 'c ', '’', '.', 'é') }),
      startMilliseconds: fc.option(fc.nat(2_000_000)),
      milliseconds: fc.option(fc.nat(60_000)),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const made = qualityCard.parse(card(lines));
        expect(made.talkBalance).toBeGreaterThanOrEqual(0);
        expect(made.talkBalance).toBeLessThanOrEqual(1);
        expect(made.repetition).toBeGreaterThanOrEqual(0);
        expect(made.repetition).toBeLessThan(1);
      }),
    );
  });
});
