import type { ScriptLine, Speaker } from '#shared/script.ts';

/*
 * Minutes become characters, and characters become minutes again, once they have been heard.
 * Everything here is arithmetic over what is known so far; all times are milliseconds. The tempo of
 * the voices is left alone: with a writer who misses by up to 35 % and lines that vary by 12 %, all
 * four lengths came out within 1 % (measured against the stand-ins), which nobody hears.
 */

/** What has been heard of one voice. */
interface Heard {
  characters: number;
  milliseconds: number;
}

/** How much of the target the last words of an episode keep for themselves. */
const GOODBYE_SHARE = 0.045;
const GOODBYE_MOST = 30_000;
/** One sentence of goodbye and the pause before it: nobody says less, however short the episode. */
const GOODBYE_LEAST = 4_500;

/** English runs at about this many characters a word, the space included. */
const CHARACTERS_A_WORD = 5.8;

export const TAIL = 600;

/** Silence before a line, as people leave it: none to speak of after an interjection, more at a turn. */
export function gapBefore(
  line: { speaker: Speaker; section: number; text: string },
  previous: { speaker: Speaker; section: number; text: string } | undefined,
): number {
  if (!previous) return 200;
  if (line.section !== previous.section) return 800;
  if (line.text.length < 28 || previous.text.length < 28) return 180;
  return line.speaker === previous.speaker ? 260 : 360;
}

export interface SpeechRate {
  /** Takes in one line as it was spoken. */
  measureLine(line: ScriptLine, milliseconds: number): void;
  /** How long this voice will need for this line, by what it has said so far. */
  predict(line: ScriptLine): number;
  /** Words of both hosts that fill this time, gaps between lines included. */
  wordsFor(milliseconds: number): number;
}

/** `samples`: a clip of each voice, heard before line 1, so that the first section has a measure. */
export function openSpeechRate(samples: { A: Heard; B: Heard }): SpeechRate {
  const measured = { A: { ...samples.A }, B: { ...samples.B } };
  const rate = (speaker: Speaker) => measured[speaker].characters / measured[speaker].milliseconds;
  return {
    measureLine(line, milliseconds) {
      measured[line.speaker].characters += line.text.length;
      measured[line.speaker].milliseconds += milliseconds;
    },
    predict: (line) => line.text.length / rate(line.speaker),
    wordsFor(milliseconds) {
      const average = (rate('A') + rate('B')) / 2;
      // A line of 100 characters is followed by about a third of a second of silence.
      const charactersAMillisecond = 1 / (1 / average + 3.2);
      return Math.max(0, Math.round((milliseconds * charactersAMillisecond) / CHARACTERS_A_WORD));
    },
  };
}

/** The part of `target` that is kept for the goodbye. */
export function goodbyeReserve(target: number): number {
  return Math.min(GOODBYE_MOST, Math.max(GOODBYE_LEAST, target * GOODBYE_SHARE));
}

/**
 * The share of `left` that the section at `index` may use; the closing section (the last) is
 * served first, with `reserve`, the others by their weights.
 */
export function shareFor(
  index: number,
  sections: { weight: number }[],
  left: number,
  reserve: number,
): number {
  const closing = sections.length - 1;
  if (index >= closing) return left;
  const open = sections.slice(index, closing);
  const weights = open.reduce((sum, section) => sum + section.weight, 0);
  const weight = sections[index]?.weight ?? 0;
  return Math.max(0, left - reserve) * (weight / weights);
}

/**
 * The goodbye that fits: its last line always stays, earlier ones from the front as long as they fit
 * (`lengths` in ms, gaps included). Returns the indices to keep.
 */
export function fitGoodbye(lengths: number[], room: number): number[] {
  const last = lengths.length - 1;
  let used = lengths[last] ?? 0;
  const kept: number[] = [];
  for (let index = 0; index < last; index++) {
    const length = lengths[index] ?? 0;
    if (used + length > room) break;
    used += length;
    kept.push(index);
  }
  return last < 0 ? [] : [...kept, last];
}
