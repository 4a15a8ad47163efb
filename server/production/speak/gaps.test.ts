import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptLine, Speaker } from '#shared/script.ts';
import { TONES } from '#shared/tonesAndStyles.ts';
import { parseScript } from '../../../standins/openai/scripts.ts';
import { LONGEST_OVERLAP } from '../../sound/mix/audio.ts';
import { gapBefore, gapFactor, meanGap } from './gaps.ts';

const line = (speaker: Speaker, text: string, section = 0) => ({ speaker, text, section });
const long = line('A', 'And that is the whole of the story as anybody has ever told it.');

/** Every line of the written-out episodes, with the one before it. */
const folder = new URL('../../../standins/openai/scripts/', import.meta.url);
const pairs = readdirSync(folder).flatMap((name) => {
  const { sections } = parseScript(name, readFileSync(new URL(name, folder), 'utf8'));
  const lines = sections.flatMap(({ beats }, section) =>
    beats.flat().map((one) => ({ ...one, delivery: null, section })),
  );
  return lines.slice(1).map((one, index) => ({ line: one, previous: lines[index] ?? one }));
});
const gapsOf = (tone: string) =>
  pairs.flatMap(({ line, previous }) =>
    line.section === previous.section ? gapBefore(line, previous, tone) : [],
  );

describe.each(TONES)('%s talk', (tone) => {
  const gaps = gapsOf(tone);

  it('1 to 8 % of the lines lie over the end of another, none by more than the master allows', () => {
    const overlaps = gaps.filter((gap) => gap < 0);
    const share = overlaps.length / gaps.length;
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.08);
    expect(Math.min(...overlaps)).toBeGreaterThanOrEqual(-LONGEST_OVERLAP);
  });

  it('the gaps spread widely about those of its pace', () => {
    const sorted = gaps.filter((gap) => gap > 0).toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0) + 50;
    expect(at(0.5) / gapFactor(tone)).toBeGreaterThan(260);
    expect(at(0.5) / gapFactor(tone)).toBeLessThan(340);
    expect(at(0.9) / at(0.1)).toBeGreaterThan(3.5);
    expect(at(0.9) / at(0.1)).toBeLessThan(6.5);
    const average = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Math.abs(average / meanGap(tone) - 1)).toBeLessThan(0.15);
  });
});

it('the same two lines always have the same gap, whatever their place', () => {
  const text = fc.string({ minLength: 1, maxLength: 200 });
  const property = fc.property(text, text, fc.nat(15), (one, other, section) => {
    const gap = gapBefore(line('B', other, section), line('A', one, section), 'Funny');
    expect(gapBefore(line('B', other, 0), line('A', one, 0), 'Funny')).toBe(gap);
    expect(gap).toBeGreaterThanOrEqual(-LONGEST_OVERLAP);
    expect(gap).toBeLessThanOrEqual(1_800);
  });
  fc.assert(property);
});

it('the paces of the tones differ, and an unknown tone is ordinary', () => {
  expect(gapFactor('Calm')).toBeGreaterThan(gapFactor('Normal'));
  expect(gapFactor('Normal')).toBeGreaterThan(gapFactor('Energetic'));
  expect(gapFactor('toString')).toBe(1);
});

it('no gap follows a line that is cut off, and a longer one precedes a thought', () => {
  const about = (text: string, before: string) =>
    gapBefore(line('B', text), line('A', before), 'Normal');
  expect(about('No, wait.', 'And so the ships all sailed straight into the —')).toBe(0);
  const average = (text: (i: number) => string) => {
    const gaps = Array.from({ length: 400 }, (_, i) => about(text(i), 'Why did they leave?'));
    return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  };
  const thought = average((i) => `Hmm, that depends on case ${i}.`);
  expect(thought / average((i) => `That depends on case ${i}.`)).toBeGreaterThan(1.3);
});

describe('what a reaction may cover', () => {
  /** Whether any of these lies over this line, in the tone that overlaps most. */
  const isCovered = (before: string, reactions: string[], more: Partial<ScriptLine> = {}) =>
    reactions.some(
      (text) => gapBefore({ ...line('B', text), ...more }, line('A', before), 'Energetic') < 0,
    );
  const reactions = ['Right.', 'Oh, wow.', 'I see.', 'Huh.', 'Go on.', 'Of course.'];

  it('the end of a plain sentence is covered', () => {
    expect(isCovered(long.text, reactions)).toBe(true);
  });

  it.each([
    ['a number', 'They counted all the boats in the harbour and there were forty of them.'],
    ['digits', 'They counted all the boats in the harbour and there were 40 of them.'],
    ['a name', 'They all went back in the end to where they came from, to Lisbon.'],
    ['a question', 'And what do you think they found when they opened the door again?'],
    ['a line cut off', 'And then they opened the door and what they found inside it was —'],
    ['an ellipsis', 'And then they opened the door and what they found inside was...'],
    ['a short line', 'They left it there.'],
  ])('%s is not', (_, before) => {
    expect(isCovered(before, reactions)).toBe(false);
  });

  it('four words that the writer laid there cover it, in every tone', () => {
    const laid = { ...line('B', 'Then he died.'), isOver: true };
    for (const tone of TONES) expect(gapBefore(laid, long, tone)).toBeLessThan(0);
  });

  it.each([
    ['a number', ['Forty!', 'All 40!', 'Two of them.']],
    ['a name', ['Oh, Lisbon.', 'Poor Ada.', 'Not London.']],
    ['five words', ['That is a good one.', 'Oh, I see it now.', 'And so it went on.']],
    ['a question', ["Who's in the room?", 'Huh?', 'Right?']],
    ['a hesitation', ['...Yes.', '... Right.', 'Oh...']],
    ['a greeting or a goodbye', ['Goodbye. Go slowly.', 'Hello there.', 'Good night.', 'Bye.']],
  ])('nothing is covered by %s, even where the writer says so', (_, with_) => {
    expect(isCovered(long.text, with_, { isOver: true })).toBe(false);
  });

  it('nothing quiet or slow covers anything, or is covered', () => {
    for (const delivery of ['quietly', 'slowly'] as const) {
      expect(isCovered(long.text, reactions, { delivery, isOver: true })).toBe(false);
      const gentle = { ...long, delivery };
      for (const text of reactions)
        expect(gapBefore(line('B', text), gentle, 'Energetic')).toBeGreaterThanOrEqual(0);
    }
  });

  it('a short line that is no reaction covers nothing: the heaviest ones are short', () => {
    const heavy = ['Then let it shake.', 'Then he died.', 'Say that again, slower.', 'No.', 'Yes.'];
    expect(isCovered(long.text, [...heavy, 'It didn’t.', 'Never again.', 'Enough.'])).toBe(false);
  });

  it('nobody covers his own line, or one of another section', () => {
    for (const text of reactions) {
      expect(gapBefore(line('A', text), long, 'Energetic')).toBeGreaterThanOrEqual(0);
      expect(gapBefore(line('B', text, 1), long, 'Energetic')).toBe(800);
    }
  });
});
