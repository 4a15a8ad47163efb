/** One sentence, label or message, and where it stands. */
export interface Sentence {
  /** File, relative to the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** In one line; `…` stands for a value, `[a|b]` for one of two wordings. */
  text: string;
}
