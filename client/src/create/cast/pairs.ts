import type { Style, Tone } from '#shared/tonesAndStyles.ts';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice, VoiceTraits } from '#shared/voices.ts';
import { seedOf } from '#shared/wave.ts';

export type CastCriteria = { topic: string; tone: Tone; style: Style };

type Tags = ReadonlySet<string>;
const tags = (text: string): Tags => new Set(text.split(' '));

const TONE_TAGS: Record<Tone, Tags> = {
  Normal: tags('warm friendly natural relaxed charming pleasant engaging'),
  Funny: tags('playful sassy upbeat charming casual lively'),
  Serious: tags('serious measured composed authoritative steady reassuring news'),
  Calm: tags('calm soft gentle late-night meditative comforting tender velvety'),
  Energetic: tags('energetic excited upbeat bright lively brisk'),
  Skeptical: tags('confident direct articulate measured crisp clear'),
};

const STYLE_TAGS: Record<Style, Tags> = {
  Conversation: tags('conversational casual friendly natural relaxed easy-going'),
  Interview: tags('conversational engaging articulate professional educational news'),
  Debate: tags('confident direct strong firm authoritative articulate sassy'),
  Storytelling: tags('storytelling narrative warm expressive velvety melodic'),
  'Explain it simply': tags('educational friendly clear gentle pleasant professional'),
};

const SUBJECTS: readonly [words: RegExp, Tags][] = [
  [/^(stor(y|ies)|tales?$|legend|myth|fairy)/, tags('storytelling')],
  [/^(ghost|murder|crime|horror|myster|haunt|dark)/, tags('deep intense husky late-night')],
  [/^(sleep|dream|night|stress|meditat|breath)/, tags('soft late-night meditative comforting')],
  [/^(news|politic|election|econom|war$|wars$|money)/, tags('news authoritative composed')],
  [/^(sport|football|soccer|game|race|racing)/, tags('energetic excited bold loud')],
  [/^(child|kid|baby|babies|toy)/, tags('playful bright')],
  [
    /^(science|physic|chemi|biolog|math|comput|engine)/,
    tags('educational articulate professional'),
  ],
];

/** Voices that play somebody else: good in a play, tiring as a host. */
const CHARACTER = 'character';

/** Returns about -3 to 20: mainly by style and tone, then by what the topic names. */
export function fitFor({ topic, tone, style }: CastCriteria): (voice: VoiceTraits) => number {
  const words = splitWords(topic);
  const named = new Set(words);
  const subjects = SUBJECTS.flatMap(([about, wanted]) =>
    words.some((word) => about.test(word)) ? [wanted] : [],
  );
  // A deliberate choice weighs more than the default.
  const styleWeight = style === 'Conversation' ? 2 : 3;
  const toneWeight = tone === 'Normal' ? 1 : 3;
  return (voice) => {
    const has = voice.tags.map((tag) => tag.toLowerCase());
    const count = (wanted: Tags) => has.filter((tag) => wanted.has(tag)).length;
    const isNamed = splitWords(voice.accent).some((part) => named.has(part));
    return (
      styleWeight * Math.min(2, count(STYLE_TAGS[style])) +
      toneWeight * Math.min(2, count(TONE_TAGS[tone])) +
      subjects.reduce((sum, wanted) => sum + 2 * count(wanted), 0) +
      count(named) +
      (isNamed ? 8 : 0) -
      (has.includes(CHARACTER) ? 3 : 0)
    );
  };
}

const splitWords = (text: string) => text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];

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

const KNOWING = tags('educational mature authoritative news measured articulate professional wise');

const knowledgeOf = (voice: VoiceTraits): number =>
  voice.tags.filter((tag) => KNOWING.has(tag.toLowerCase())).length;

/** Mic 2 answers, so the voice that seems to know more sits there; otherwise the topic decides. */
function seated([one, two]: Pair, { topic, style }: CastCriteria): Pair {
  const lead = knowledgeOf(one) - knowledgeOf(two);
  const isAnswered = style === 'Interview' || style === 'Explain it simply';
  const swaps = isAnswered && lead !== 0 ? lead > 0 : chance(`${one.id} ${topic.trim()}`) < 0.5;
  return swaps ? [two, one] : [one, two];
}
