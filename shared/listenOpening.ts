import type { Transcript } from './script.ts';

/** The first words of a finished episode: its document brings them, to be read before any script. */
export interface ListenOpening {
  title: string;
  summary: string;
  lines: Transcript['segments'];
}

/** The id of the document's JSON element with the `ListenOpening` that its HTML was rendered from. */
export const OPENING_ID = 'opening';
