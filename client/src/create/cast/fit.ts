import type { Style, Tone } from '#shared/tonesAndStyles.ts';
import type { VoiceTraits } from '#shared/voices.ts';

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

const KNOWING = tags('educational mature authoritative news measured articulate professional wise');

export const knowledgeOf = (voice: VoiceTraits): number =>
  voice.tags.filter((tag) => KNOWING.has(tag.toLowerCase())).length;
