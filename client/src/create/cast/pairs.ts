import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { seedOf } from '#shared/wave.ts';
import { type CastCriteria, fitFor, knowledgeOf } from './fit.ts';

/** The voices of mic 1 and mic 2. */
export type Pair = readonly [Voice, Voice];

/**
 * Best first, each voice at most once. Equal arguments give equal pairs. Two voices or more always
 * give a pair, even if all sound alike.
 */
export function pairsFor(voices: readonly Voice[], criteria: CastCriteria): Pair[] {
  const ratings = rate(voices, criteria);
  const [first, second] = best(ratings);
  const pairs: Pair[] = [];
  for (const lead of best(ratings)) {
    const [partner] = ratings.has(lead) ? best(asPartners(lead, ratings)) : [];
    if (!partner) continue;
    ratings.delete(lead);
    ratings.delete(partner);
    pairs.push(seated([lead, partner], criteria));
  }
  return pairs.length === 0 && first && second ? [seated([first, second], criteria)] : pairs;
}

/** Lists only voices that are easy to tell from `voice`, best first. */
export const partnersFor = (
  voice: Voice,
  voices: readonly Voice[],
  criteria: CastCriteria,
): Voice[] => best(asPartners(voice, rate(voices, criteria)));

/**
 * Returns another pair than `current`: the one after `offered`, so that no pair repeats before all
 * were shown. Without another pair it changes one voice; null if that is impossible, too.
 */
export function nextPair(
  voices: readonly Voice[],
  criteria: CastCriteria,
  { current, offered }: { current: Pair; offered: Pair },
): Pair | null {
  const pairs = pairsFor(voices, criteria);
  const next = pairs.findIndex((pair) => isSame(pair, offered)) + 1;
  const inTurn = [...pairs.slice(next), ...pairs.slice(0, next)];
  const [one, two] = current;
  const changed = partnersFor(one, voices, criteria).map((partner) => [one, partner] as const);
  const otherwise = partnersFor(two, voices, criteria).map((partner) => [partner, two] as const);
  const other = [...inTurn, ...changed, ...otherwise].find((pair) => !isSame(pair, current));
  return other ?? null;
}

const isSame = (pair: Pair, other: Pair) =>
  pair.every(({ id }) => other.some((one) => one.id === id));

type Ratings = Map<Voice, number>;

/** The topic decides between voices that fit about equally well, so that topics differ in hosts. */
function rate(voices: readonly Voice[], criteria: CastCriteria): Ratings {
  const fitOf = fitFor(criteria);
  const topic = criteria.topic.trim();
  return new Map(voices.map((one) => [one, fitOf(one) + 3 * chance(`${topic} ${one.id}`)]));
}

const asPartners = (voice: Voice, ratings: Ratings): Ratings =>
  new Map(
    [...ratings]
      .filter(([other]) => other.id !== voice.id && !areVoicesSimilar(other, voice))
      .map(([other, rating]) => [other, rating + contrast(other, voice)]),
  );

const best = (ratings: Ratings): Voice[] =>
  [...ratings].sort(([, one], [, other]) => other - one).map(([voice]) => voice);

/** Returns a number from 0 to 1, always the same for the same text. */
const chance = (text: string) => (Math.imul(seedOf(text), 0x9e3779b1) >>> 0) / 2 ** 32;

const YOUNG = ['youthful', 'young', 'childlike'];
const OLD = ['mature', 'aged', 'old', 'weathered', 'middle aged'];

/** For voices that do not sound alike: 0 to 12. */
function contrast(one: Voice, other: Voice): number {
  const isOfAge = (ages: string[]) => (voice: Voice) =>
    voice.tags.some((tag) => ages.includes(tag.toLowerCase()));
  const both = [one, other];
  const spansAges = both.some(isOfAge(YOUNG)) && both.some(isOfAge(OLD));
  return (
    (one.gender !== other.gender ? 9 : 0) +
    (one.accent !== other.accent ? 2 : 0) +
    (spansAges ? 1 : 0)
  );
}

/** Mic 2 answers, so the voice that seems to know more sits there; otherwise the topic decides. */
function seated([one, two]: Pair, { topic, style }: CastCriteria): Pair {
  const lead = knowledgeOf(one) - knowledgeOf(two);
  const isAnswered = style === 'Interview' || style === 'Explain it simply';
  const swaps = isAnswered && lead !== 0 ? lead > 0 : chance(`${one.id} ${topic.trim()}`) < 0.5;
  return swaps ? [two, one] : [one, two];
}
