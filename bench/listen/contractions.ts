import { wordsOf } from './words.ts';

/** "It's" and "let's" are contractions, "the sea's" is more often a genitive. */
const CONTRACTION =
  /^(?:\p{L}+n't|\p{L}+'(?:re|ve|ll|d|m)|(?:it|that|there|here|he|she|what|who|where|how|let|nobody|somebody|everybody|one|this)'s|'tis)$/u;

/** Contractions in a thousand words; NaN without words. */
export function contractionsIn(text: string): number {
  const words = wordsOf(text);
  return (1000 * words.filter((word) => CONTRACTION.test(word)).length) / words.length;
}
