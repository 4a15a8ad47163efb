/** A shorter line may be said again and again: "Fair enough." */
const LEAST_WORDS_OF_LINE = 4;
/** This many words of the instructions in a row are a leak, or all of a sentence that has one less. */
const LEAKED = 8;

/** What a line that is said again has in common with the first; null for one that may be. */
export function keyOf(line: string): string | null {
  const words = wordsOf(line);
  return words.length >= LEAST_WORDS_OF_LINE ? words.join(' ') : null;
}

/** Returns a test for sentences that quote the instructions. */
export function leakOf(instructions: string) {
  const all = ` ${wordsOf(instructions).join(' ')} `;
  return (sentence: string): boolean => {
    const words = wordsOf(sentence);
    if (words.length < LEAKED - 1) return false;
    const runs = words.slice(LEAKED - 1).map((_, at) => words.slice(at, at + LEAKED));
    return (runs.length ? runs : [words]).some((run) => all.includes(` ${run.join(' ')} `));
  };
}

/** The sentences of a text; together they are the whole text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]["')]*)\s+/).filter(Boolean);
}

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}
