import type { Line } from './badHabits.ts';
import { type Beat, bare, type Utterance } from './scripts.ts';
import type { Spec } from './spec.ts';

/** A shorter sentence may be said anywhere. */
const TELLING = 6;
/** A short line counts as said only if it is among this many last lines. */
const RECENT = 6;

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?]["']?)\s+/)
    .map(bare)
    .filter(Boolean);

export const withoutSpeaker = (line: string): string => line.replace(/^(?:\d+ )?[AB]: /, '');

export const hasSaid = ({ said }: Pick<Spec, 'said'>, sentence: string): boolean =>
  said.some((line) => bare(withoutSpeaker(line)).includes(bare(sentence)));

export const isByA = (line = ''): boolean => /^(?:\d+ )?A: /.test(line);

export function goingOn(spec: Spec, lines: Line[]): Spec {
  const spoken = lines.map(
    ({ speaker, text }) => `${speaker}: ${text.replace(/^(?:\[\w+\] )+/, '')}`,
  );
  return { ...spec, said: [...spec.said, ...spoken] };
}

/** Recognises what was spoken even after the product has tidied its punctuation. */
export function memoryOf(said: string[]) {
  const spoken = said.map((line) => sentencesOf(withoutSpeaker(line)));
  const all = new Set(spoken.flat());
  const recent = new Set(spoken.slice(-RECENT).flat());
  const isTelling = (sentence: string) => sentence.split(' ').length >= TELLING;
  return {
    /** Whether a line was spoken, by a sentence that no other line has. */
    has: ({ text }: Utterance) =>
      sentencesOf(text).some((sentence) => isTelling(sentence) && all.has(sentence)),
    wasJustSaid: ({ text }: Utterance) =>
      sentencesOf(text).every((sentence) => recent.has(sentence)),
  };
}

export function unsaid(beats: Beat[], said: string[]): { begun: Beat; beats: Beat[] } {
  const memory = memoryOf(said);
  const last = beats.findLastIndex((beat) => beat.some(memory.has));
  const beat = beats[last];
  if (!beat) return { begun: [], beats };
  let next = beat.findLastIndex(memory.has) + 1;
  for (let line = beat[next]; line && memory.wasJustSaid(line); line = beat[next]) next++;
  return { begun: beat.slice(next), beats: beats.slice(last + 1) };
}
