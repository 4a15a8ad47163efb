import { sentencesOf, wordsOf } from '../../writing/script/repetition.ts';

/** A shorter sentence may be said in every episode: "Fair enough." */
const LEAST_WORDS = 4;

/** Ignores case and punctuation. */
export function noveltyOf(lines: string[], earlierLines: string[] | null): number | null {
  if (earlierLines === null) return null;
  const known = new Set(earlierLines.flatMap(normalised));
  const sentences = lines.flatMap(normalised);
  if (sentences.length === 0) return 1;
  return sentences.filter((sentence) => !known.has(sentence)).length / sentences.length;
}

function normalised(line: string): string[] {
  return sentencesOf(line)
    .map(wordsOf)
    .filter((words) => words.length >= LEAST_WORDS)
    .map((words) => words.join(' '));
}
