/** Words in a run; a sentence is known by the runs it is made of. */
const RUN = 4;
/** A shorter sentence may well be said twice: "What do you mean by that?" */
const LEAST_WORDS = 6;
/** From this length on, a sentence made of this share of known runs says nothing new. */
const LEAST_WORDS_ALIKE = 10;
const MOST_ALIKE = 0.6;
/** A shorter line, of whole words, may come back: "Fair enough." */
const LEAST_WORDS_OF_LINE = 4;
/** So many words of the instructions in a row are no accident. */
const LEAKED = 8;
const LEAST_LEAKED = 7;

/** What has been said in an episode: tells what would be said a second time. */
export function repetitionMemoryOf(lines: string[]) {
  const runs = new Set<string>();
  const sentences = new Set<string>();
  const whole = new Set<string>();
  const memory = {
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
    /** Whether a sentence has been said before, word for word or very nearly so. */
    has(sentence: string): boolean {
      const words = wordsOf(sentence);
      if (words.length >= LEAST_WORDS && sentences.has(words.join(' '))) return true;
      if (words.length < LEAST_WORDS_ALIKE) return false;
      const mine = runsOf(words, RUN);
      return mine.filter((run) => runs.has(run)).length / mine.length >= MOST_ALIKE;
    },
  };
  for (const line of lines) memory.add(line);
  return memory;
}

/** Tells whether a sentence reads out these instructions instead of following them. */
export function leakOf(instructions: string) {
  const all = ` ${wordsOf(instructions).join(' ')} `;
  return (sentence: string): boolean => {
    const words = wordsOf(sentence);
    if (words.length < LEAST_LEAKED) return false;
    return runsOf(words, Math.min(LEAKED, words.length)).some((run) => all.includes(` ${run} `));
  };
}

/** Pieces that end where a sentence does; together they are the whole text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]["')]*)\s+/).filter(Boolean);
}

function runsOf(words: string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
}
