import { sentencesOf } from '../../server/writing/script/repetition.ts';
import { wordsOf } from './words.ts';

/** Sentences of no more words may be said in any episode: "What do you mean by that?" */
const SHORT = 3;

/** The sentences of an episode that are long enough to be recognised. */
export function longSentences(texts: string[]): string[] {
  return texts
    .flatMap(sentencesOf)
    .map(wordsOf)
    .filter((words) => words.length > SHORT)
    .map((words) => words.join(' '));
}

/** The larger share of one episode's long sentences that the other has, too, 0 to 1. */
export function sharedBy(one: string[], other: string[]): number {
  const share = (from: string[], known: Set<string>) =>
    from.length ? from.filter((sentence) => known.has(sentence)).length / from.length : 0;
  return Math.max(share(one, new Set(other)), share(other, new Set(one)));
}
