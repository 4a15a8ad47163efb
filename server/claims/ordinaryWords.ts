import { readFileSync } from 'node:fs';

/** English words with which a sentence may begin, without their endings: none of them is a name alone. */
const WORDS = new Set(
  readFileSync(new URL('ordinaryWords.txt', import.meta.url), 'utf8').split(/\s+/),
);
const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'ly', 'r', 'er', 'ers', 'est', 'y', 'ness'];
/** Endings of words that are hardly ever names. */
const NO_NAMES = /(?:.{3}ly|.{3}tions?|.{3}ments?|.{3}ness|.{4}ists|.{4}ologists?|.{4}ings)$/;

/** Whether a word in lower case, in any of its forms, is an ordinary one. */
export function isOrdinary(word: string): boolean {
  const bare = word.replace(/'.*$/, '');
  return bare.length < 2 || WORDS.has(bare) || NO_NAMES.test(bare) || stems(bare).some(isListed);
}

const isListed = (stem: string) => WORDS.has(stem) || WORDS.has(`${stem}e`);

function stems(word: string): string[] {
  const found = ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) =>
    word.slice(0, -ending.length),
  );
  const doubled = found
    .filter((stem) => /([^aeiou])\1$/.test(stem))
    .map((stem) => stem.slice(0, -1));
  const withY = /(?:ies|ied|ily|ier)$/.test(word) ? [`${word.slice(0, -3)}y`] : [];
  return [...found, ...doubled, ...withY].filter((stem) => stem.length > 2);
}
