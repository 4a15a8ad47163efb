import type { Answers } from './brief.ts';
import type { Chapters, Transcript } from './script.ts';

/** The first words of a finished episode: its document brings them, to be read before any script. */
export interface ListenOpening {
  title: string;
  summary: string;
  /** These two stand before the lines: without them, the lines would move when they come. */
  questions: Answers['questions'];
  hasSources: boolean;
  lines: Transcript['segments'];
  /** Those that begin with one of the lines. */
  chapters: Chapters['chapters'];
}

/** The id of the document's JSON element with the `ListenOpening` that its HTML was rendered from. */
export const OPENING_ID = 'opening';
