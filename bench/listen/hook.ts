import { spokenForm } from '../../server/sound/speech/spokenForm.ts';
import { isCourtesy, type TimedSentence } from './sentences.ts';
import { contentWords, wordsOf } from './words.ts';

/** A listener has to be told something within this time, s. */
export const HOOK = 15;

const SHOW = /\b(?:demo|studio|episode|podcast|subjects?|typed in)\b/i;

interface Subject {
  topic: string;
  words: Set<string>;
  isFact(sentence: string): boolean;
}

/**
 * When the first sentence begins that tells something, seconds; null if there is none. It says more
 * than what was typed, and is no greeting, introduction or word about the show.
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
