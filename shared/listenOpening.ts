import type { Answers } from './brief.ts';
import type { Chapters, Transcript } from './script.ts';

/** First words of a finished episode, in its HTML: they can be read before any script runs. */
export interface ListenOpening {
  title: string;
  summary: string;
  /** Shown above the lines, which would move if these two came later. */
  questions: Answers['questions'];
  hasSources: boolean;
  lines: Transcript['segments'];
  /** Only the chapters that begin with one of `lines`. */
  chapters: Chapters['chapters'];
}

/** Id of the JSON element with the `ListenOpening` from which the document was rendered. */
export const OPENING_ID = 'opening';
