/** A shorter line may be said again and again: "Fair enough." */
const LEAST_WORDS_OF_LINE = 4;
/** This many words of the instructions in a row are a leak. */
const LEAKED = 8;
const LEAST_LEAKED = 7;

/** Remembers the lines of an episode, to tell when a model only says them again. */
export function openLineMemory() {
  const whole = new Set<string>();
  const wordsIn = (line: string) => wordsOf(line).join(' ');
  return {
    add(line: string) {
      whole.add(wordsIn(line));
    },
    has(line: string): boolean {
      return wordsOf(line).length >= LEAST_WORDS_OF_LINE && whole.has(wordsIn(line));
    },
  };
}

/** Returns a test for sentences that quote the instructions. */
export function leakOf(instructions: string) {
  const all = ` ${wordsOf(instructions).join(' ')} `;
  return (sentence: string): boolean => {
    const words = wordsOf(sentence);
    if (words.length < LEAST_LEAKED) return false;
    return runsOf(words, Math.min(LEAKED, words.length)).some((run) => all.includes(` ${run} `));
  };
}

/** The sentences of a text; together they are the whole text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]["')]*)\s+/).filter(Boolean);
}

function runsOf(words: string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
}

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}
