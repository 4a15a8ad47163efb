import { spokenForm } from '../../server/sound/speech/spokenForm.ts';
import { isCourtesy, type TimedSentence } from './sentences.ts';
import { contentWords, wordsOf } from './words.ts';

/** Seconds in which a listener has to be told something. */
export const HOOK = 15;

/** Sentences about the show itself are about no subject. */
const SHOW = /\b(?:demo|studio|episode|podcast|subjects?|typed in)\b/i;

interface Subject {
  /** As it was typed. */
  topic: string;
  /** Subject words, as stems. */
  words: Set<string>;
  isFact(sentence: string): boolean;
}

/**
 * When the first sentence begins that tells something: it holds a subject word or a fact, is no
 * greeting, introduction or word about the show, and says more than what was typed. Seconds; null if
 * there is none.
 */
export function hookAt(
  sentences: TimedSentence[],
  { topic, words, isFact }: Subject,
): number | null {
  const typed = inWords(topic);
  const hook = sentences.find(
    ({ text }) =>
      !isCourtesy(text) &&
      !SHOW.test(text) &&
      !typed.includes(inWords(text)) &&
      (isFact(text) || contentWords(text).some((word) => words.has(word))),
  );
  return hook?.start ?? null;
}

const inWords = (text: string) => ` ${wordsOf(spokenForm(text)).join(' ')} `;
