import { chance } from '../openai/chance.ts';

interface Performed {
  words: string;
  rate: number;
  /** In dB, relative to the voice's own level. */
  gain: number;
}

interface Manner {
  rate?: number;
  gain?: number;
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
 * In dB, from 0 down to -2 × `unevenness`, so that nothing is overdriven. The same text always has
 * the same level.
 */
export function unevenLevel(text: string, unevenness: number): number {
  return -2 * unevenness * chance(`${text} level`)();
}
