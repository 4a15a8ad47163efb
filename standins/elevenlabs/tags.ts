import { chance } from '../openai/chance.ts';

/** How a text is spoken. */
interface Performed {
  /** What is spoken: the text without its tags. */
  words: string;
  /** Relative to the voice's own. */
  rate: number;
  /** Relative to the voice's own level, in dB. */
  gain: number;
}

interface Manner {
  rate?: number;
  gain?: number;
  /** Sounds made in place of the tag. */
  sound?: string;
}

/** The tags that are heard; any other changes nothing. */
const MANNERS: [tag: RegExp, manner: Manner][] = [
  [/laugh|chuckl|giggl/, { sound: 'Ha ha.' }],
  [/sigh|exhal/, { sound: 'Ah.', gain: -3 }],
  [/quiet|whisper|soft/, { gain: -6 }],
  [/quick|rush|fast/, { rate: 1.1 }],
  [/slow|deliberate/, { rate: 0.9 }],
];
const TAG = /\[([^\][]*)\]/g;
/** With a longer tag v4 speaks the text twice. */
const TAG_WORDS = 8;

/** How a model that knows audio tags speaks a text: a tag is performed and not spoken. */
export function performed(text: string): Performed {
  const manners: Manner[] = [];
  let isTwice = false;
  const words = text.replace(TAG, (_, tag: string) => {
    const [, manner = {}] = MANNERS.find(([name]) => name.test(tag.toLowerCase())) ?? [];
    manners.push(manner);
    isTwice ||= tag.trim().split(/\s+/).length > TAG_WORDS;
    return manner.sound ?? '';
  });
  return {
    words: isTwice ? `${words} ${words}` : words,
    rate: manners.reduce((product, { rate = 1 }) => product * rate, 1),
    gain: manners.reduce((sum, { gain = 0 }) => sum + gain, 0),
  };
}

/**
 * The level of a text of an uneven voice, in dB below its own: from 0 to twice `unevenness`, and so at
 * most that far from its mean, without a text that is overdriven. The same text has the same level.
 */
export function unevenLevel(text: string, unevenness: number): number {
  return -2 * unevenness * chance(`${text} level`)();
}
