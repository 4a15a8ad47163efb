import type { Speaker } from '#shared/script.ts';
import type { VoiceTraits } from '#shared/voices.ts';

/*
 * Anybody can publish a voice in the provider's library, so traits may be a stranger's text: they
 * only choose among our own words, and nothing of them reaches the model.
 */
const MANNERS: [tags: RegExp, manner: string][] = [
  [/\b(?:old|elderly|mature|weathered|wise|(?<!middle.)aged)\b/, 'seasoned, in well-worn words'],
  [/\b(?:young|youthful)\b/, 'quick and open, in the words of today'],
  [/\bchild(?:like|ish)\b/, 'wide-eyed, in small words'],
  [
    /\b(?:calm|soft|gentle|tender|intimate|meditative|measured|late-night|reassuring|comforting|soothing|relaxed|laid-back|easy-going|chill|steady|composed)\b/,
    'unhurried, ending one thought before the next',
  ],
  [
    /\b(?:excited|energetic|lively|upbeat|bright|hyped|brisk|hearty|loud|bold)\b/,
    'eager, in short bursts that run ahead',
  ],
  [
    /\b(?:warm|friendly|pleasant|kind|sweet|charming|engaging)\b/,
    'warm, taking up what the other said',
  ],
  [
    /\b(?:firm|serious|authoritative|formal|confident|direct|strong|crisp|clear|articulate|professional|polished|grounded)\b/,
    'firm, saying a thing once',
  ],
  [
    /\b(?:intense|dramatic|theatrical|expressive|emotional|anxious)\b/,
    'stirred, breaking off where it counts',
  ],
  [/\b(?:playful|sassy|sly|cute|witty)\b/, 'teasing, first to hear a double meaning'],
  [/\b(?:gravelly|gruff|rough)\b/, 'dry and blunt, sparing with praise'],
  [/\b(?:casual|conversational)\b/, 'loose, mending a sentence on the way'],
  [/\b(?:narrat|story)/, 'fond of a small scene'],
  [/\bnews\b/, 'with the fact before the comment'],
  [/\b(?:educat|informative)/, 'with a comparison before a term'],
];
/** More would contradict each other. */
const MOST_MANNERS = 3;

/** No spellings: an accent that is written out is a caricature, and the voice has it anyway. */
const WORDS: [accent: RegExp, words: string][] = [
  [/\b(?:american|canadian)\b/, 'in American rather than British words'],
  [
    /\b(?:british|english|scottish|welsh|irish|australian)\b/,
    'in British rather than American words',
  ],
];

const PRONOUNS = { Male: 'he', Female: 'she' };

const NOTE =
  "The manner shows in rhythm and choice of words, and gives way where it does not suit the part, FORM or TONE. Neither host ever mentions a host's voice, age or accent, or puts one on.";

export function personas(hosts: Record<Speaker, Host>): string {
  const manners = { A: mannerOf(hosts.A.traits), B: mannerOf(hosts.B.traits) };
  const persona = (speaker: Speaker) => {
    const { name, part, traits } = hosts[speaker];
    const manner = manners[speaker];
    if (!traits || !manner) return `${speaker}, ${name}: ${part}.`;
    return `${speaker}, ${name} (${PRONOUNS[traits.gender]}): ${part}. In manner ${manner}.`;
  };
  const note = manners.A || manners.B ? [NOTE] : [];
  return [persona('A'), persona('B'), ...note].join('\n');
}

interface Host {
  name: string;
  part: string;
  traits: VoiceTraits | null | undefined;
}

function mannerOf(traits: Host['traits']): string {
  if (!traits) return '';
  const found = choose(MANNERS, traits.tags.join('; ')).slice(0, MOST_MANNERS);
  return found.length ? [...found, ...choose(WORDS, traits.accent).slice(0, 1)].join('; ') : '';
}

const choose = (choices: [RegExp, string][], text: string) =>
  choices.filter(([pattern]) => pattern.test(text.toLowerCase())).map(([, words]) => words);
