import { sentencesOf } from '../../server/writing/script/repetition.ts';
import { wordsOf } from './words.ts';

/** Sentences with no more words than this may be said in any episode. */
const SHORT = 3;

export function longSentences(texts: string[]): string[] {
  return texts
    .flatMap(sentencesOf)
    .map(wordsOf)
    .filter((words) => words.length > SHORT)
    .map((words) => words.join(' '));
}

/** The larger share of one episode's long sentences that the other has too, 0 to 1. */
export function sharedBy(one: string[], other: string[]): number {
  const share = (from: string[], known: Set<string>) =>
    from.length ? from.filter((sentence) => known.has(sentence)).length / from.length : 0;
  return Math.max(share(one, new Set(other)), share(other, new Set(one)));
}
