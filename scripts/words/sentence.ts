export interface Sentence {
  /** Relative to the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** On one line; `…` stands for a value, `[a|b]` for one of two wordings. */
  text: string;
}
