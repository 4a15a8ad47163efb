/** A shorter line may be repeated: "Fair enough." */
const LEAST_WORDS_OF_LINE = 4;
/** So many words of the instructions in a row are a leak, or a whole sentence of one word less. */
const LEAKED = 8;

/** What a line shares with its repetition; null for a line that may be repeated. */
export function keyOf(line: string): string | null {
  const words = wordsOf(line);
  return words.length >= LEAST_WORDS_OF_LINE ? words.join(' ') : null;
}

export function leakOf(instructions: string) {
  const all = ` ${wordsOf(instructions).join(' ')} `;
  return (sentence: string): boolean => {
    const words = wordsOf(sentence);
    if (words.length < LEAKED - 1) return false;
    const runs = words.slice(LEAKED - 1).map((_, at) => words.slice(at, at + LEAKED));
    return (runs.length ? runs : [words]).some((run) => all.includes(` ${run.join(' ')} `));
  };
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]["')]*)\s+/).filter(Boolean);
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}
