import { expect, test } from 'vitest';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { aVoice } from '../../testing/builders.ts';
import { tenVoices } from './fixtures.ts';
import { type CastCriteria, fitFor, nextPair, type Pair, pairsFor, partnersFor } from './pairs.ts';

const talk: CastCriteria = { topic: '', tone: 'Normal', style: 'Conversation' };
const names = (voices: readonly Voice[] | undefined) => voices?.map(({ name }) => name);
const together = (pair: Pair) => names(pair)?.toSorted().join(' and ');
const allCriteria = STYLES.flatMap((style) =>
  TONES.flatMap((tone) =>
    ['', 'Bees', 'Why the sea glows at night'].map(
      (topic): CastCriteria => ({ topic, tone, style }),
    ),
  ),
);

test('for every wish the pairs are easy to tell apart, and no voice is in two of them', () => {
  for (const criteria of allCriteria) {
    const pairs = pairsFor(tenVoices, criteria);
    expect(pairs.length).toBeGreaterThanOrEqual(4);
    for (const [one, two] of pairs) expect(areVoicesSimilar(one, two)).toBe(false);
    expect(new Set(pairs.flat()).size).toBe(2 * pairs.length);
    expect(pairs[0]?.map(({ gender }) => gender).toSorted()).toEqual(['Female', 'Male']);
  }
});

test('the same wish has the same pairs, in whatever order the catalogue comes', () => {
  for (const criteria of allCriteria) {
    const pairs = pairsFor(tenVoices, criteria).map(names);
    expect(pairsFor(tenVoices.toReversed(), criteria).map(names)).toEqual(pairs);
  }
});

test.each<[criteria: Partial<CastCriteria>, voice: string]>([
  [{ style: 'Debate', tone: 'Skeptical' }, 'Alice'],
  [{ style: 'Storytelling' }, 'Giovanni'],
  [{ style: 'Explain it simply' }, 'Stuart'],
  [{ topic: 'Why is Italian coffee so good?' }, 'Giovanni'],
])('%o puts %s on a mic', (criteria, voice) => {
  expect(names(pairsFor(tenVoices, { ...talk, ...criteria })[0])).toContain(voice);
});

test('a voice that is a character comes last', () => {
  expect(names(pairsFor(tenVoices, talk).at(-1))).toContain('Gigi');
});

test('topics of one kind have different hosts', () => {
  const topics = ['Bees', 'Wasps', 'Ants', 'Moths', 'Flies', 'Fleas', 'Beetles', 'Crickets'];
  const hosts = topics.map((topic) => names(pairsFor(tenVoices, { ...talk, topic })[0])?.join());
  expect(new Set(hosts).size).toBeGreaterThan(2);
});

test('in an interview, mic 2 has the voice that knows', () => {
  const asker = aVoice({ name: 'Asker', tags: ['Casual'] });
  const knower = aVoice({ name: 'Knower', gender: 'Female', tags: ['News', 'Educational'] });
  for (const voices of [
    [asker, knower],
    [knower, asker],
  ]) {
    for (const topic of ['Bees', 'Ants', 'Wasps', 'Moths']) {
      const [pair] = pairsFor(voices, { ...talk, topic, style: 'Interview' });
      expect(names(pair)).toEqual(['Asker', 'Knower']);
    }
  }
});

test('the best partners of a voice do not sound like it', () => {
  for (const voice of tenVoices) {
    const partners = partnersFor(voice, tenVoices, talk);
    expect(partners).not.toContain(voice);
    expect(partners[0]?.gender).not.toBe(voice.gender);
    for (const partner of partners) expect(areVoicesSimilar(partner, voice)).toBe(false);
  }
});

/** The pairs of so many presses, from the first one on. */
function shuffled(voices: readonly Voice[], presses: number): Pair[] {
  const [start] = pairsFor(voices, talk);
  const seen = start ? [start] : [];
  for (let press = 0; press < presses; press += 1) {
    const current = seen.at(-1);
    const next = current && nextPair(voices, talk, { current, offered: current });
    if (next) seen.push(next);
  }
  return seen;
}

test('every pair comes once before one comes again', () => {
  const round = pairsFor(tenVoices, talk).length;
  const seen = shuffled(tenVoices, 2 * round).map(together);
  expect(new Set(seen.slice(0, round)).size).toBe(round);
  expect(seen.slice(round, 2 * round)).toEqual(seen.slice(0, round));
});

test('after a voice was changed by hand, the next pair is another, and not the one before', () => {
  const [first, second] = pairsFor(tenVoices, talk);
  const third = pairsFor(tenVoices, talk)[2];
  if (!first || !second || !third) throw new Error('There are three pairs');
  const byHand: Pair = [second[0], third[1]];
  expect(nextPair(tenVoices, talk, { current: byHand, offered: second })).toEqual(third);
  const swapped: Pair = [second[1], second[0]];
  expect(nextPair(tenVoices, talk, { current: swapped, offered: first })).toEqual(third);
});

test('in a catalogue of three, two presses still give different pairs', () => {
  const three = tenVoices.slice(0, 3);
  const seen = shuffled(three, 4);
  expect(seen).toHaveLength(5);
  for (const [at, pair] of seen.entries()) {
    expect(together(pair)).not.toBe(seen[at + 1] && together(seen[at + 1] ?? pair));
  }
});

test('two voices are a pair even if they sound alike, and have no other', () => {
  const alike = [
    aVoice({ name: 'Brian', tags: ['deep'] }),
    aVoice({ name: 'Adam', tags: ['firm'] }),
  ];
  const [pair] = pairsFor(alike, talk);
  expect(names(pair)?.toSorted()).toEqual(['Adam', 'Brian']);
  expect(pair && nextPair(alike, talk, { current: pair, offered: pair })).toBeNull();
  expect(pairsFor(alike.slice(1), talk)).toEqual([]);
});

const criteriaWith = (own: Partial<CastCriteria>): CastCriteria => ({
  topic: '',
  tone: 'Normal',
  style: 'Conversation',
  ...own,
});
const gain = (own: Partial<CastCriteria>, tags: string[], accent = 'American') => {
  const voice = aVoice({ tags, accent });
  return fitFor(criteriaWith(own))(voice) - fitFor(criteriaWith({}))(voice);
};

test.each([
  ['a subject', 'Three legends of the sea', ['Storytelling'], 'American'],
  ['a tag', 'How to stay calm', ['Calm'], 'American'],
  ['an accent', 'Why is Irish weather so wet?', ['Narrative'], 'Irish'],
  ['a region’s country', 'The American dream', ['Narrative'], 'Southern American'],
])('a voice fits better when the topic names %s of it', (_what, topic, tags, accent) => {
  expect(gain({ topic }, tags, accent)).toBeGreaterThan(0);
});

test('a word inside another names nothing', () => {
  expect(gain({ topic: 'Newspapers and darkrooms' }, ['New', 'Room'])).toBe(0);
  expect(gain({ topic: 'Warehouses' }, ['News', 'Authoritative'])).toBe(0);
});

test('a style or tone that was chosen weighs more than the usual one', () => {
  const tags = ['Friendly', 'Educational'];
  const usual = fitFor(criteriaWith({}))(aVoice({ tags: ['Natural'] }));
  const chosen = fitFor(criteriaWith({ style: 'Explain it simply' }))(aVoice({ tags }));
  expect(chosen).toBeGreaterThan(usual);
  expect(gain({ tone: 'Serious' }, ['Serious', 'Measured'])).toBeGreaterThan(
    gain({ topic: 'Serious matters' }, ['Serious', 'Measured']),
  );
});
