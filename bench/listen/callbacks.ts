import type { TimedLine } from './episode.ts';
import { contentWords } from './words.ts';

/** Least letters of a rare stem, and the most lines of an episode that may hold it. */
const LEAST_LETTERS = 6;
const MOST_LINES = 3;

/**
 * Stems of rare content words outside of `common` that are said in the first third of the file and
 * again in the last, at least a third of the file after their last mention.
 */
export function callbacksOf(lines: TimedLine[], seconds: number, common: Set<string>): string[] {
  const starts = new Map<string, number[]>();
  for (const { text, start } of lines) {
    for (const word of new Set(contentWords(text))) {
      starts.set(word, [...(starts.get(word) ?? []), start / seconds]);
    }
  }
  return [...starts].flatMap(([word, times]) => {
    const isRare = word.length >= LEAST_LETTERS && times.length <= MOST_LINES && !common.has(word);
    const returns = times.some(
      (time, index) => time >= 2 / 3 && time - (times[index - 1] ?? time) >= 1 / 3,
    );
    return isRare && (times[0] ?? 1) <= 1 / 3 && returns ? [word] : [];
  });
}
