/** Words in a run; a sentence is remembered by its runs. */
const RUN = 4;
/** A shorter sentence may be repeated: "What do you mean by that?" */
const LEAST_WORDS = 6;
/** A sentence of this length is a repetition from this share of known runs on. */
const LEAST_WORDS_ALIKE = 10;
const MOST_ALIKE = 0.6;
/** A shorter line may be repeated: "Fair enough." */
const LEAST_WORDS_OF_LINE = 4;
/** This many words of the instructions in a row are a leak. */
const LEAKED = 8;
const LEAST_LEAKED = 7;

/** Remembers the lines of an episode, to find repetitions. */
export function openRepetitionMemory() {
  const runs = new Set<string>();
  const sentences = new Set<string>();
  const whole = new Set<string>();
  return {
    add(line: string) {
      whole.add(wordsOf(line).join(' '));
      for (const sentence of sentencesOf(line)) {
        const words = wordsOf(sentence);
        sentences.add(words.join(' '));
        for (const run of runsOf(words, RUN)) runs.add(run);
      }
    },
    hasLine(line: string): boolean {
      const words = wordsOf(line);
      return words.length >= LEAST_WORDS_OF_LINE && whole.has(words.join(' '));
    },
    /** Whether a sentence repeats an earlier one, word for word or nearly so. */
    has(sentence: string): boolean {
      const words = wordsOf(sentence);
      if (words.length >= LEAST_WORDS && sentences.has(words.join(' '))) return true;
      if (words.length < LEAST_WORDS_ALIKE) return false;
      const mine = runsOf(words, RUN);
      return mine.filter((run) => runs.has(run)).length / mine.length >= MOST_ALIKE;
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
