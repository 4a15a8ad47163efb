import type { Turn } from './bank.ts';
import { fitWords, length } from './fit.ts';
import { type Ask, type Queue, queueFor } from './queue.ts';

/**
 * Writes one section of about `words` words, ending with a whole turn. `recent` are the last lines
 * spoken: what of them belongs to this section is taken as said, and the talk goes on after it.
 */
export function writeSection(ask: Ask, words: number, recent: string[]): Turn[] {
  const { units, ending, reactions } = unsaid(queueFor(ask), recent);
  const end = endingFor(ending, words);
  const room = words - length(end);
  const body = room > 1 ? fitWords(units, reactions, room) : [];
  return [...body, ...end];
}

/** A goodbye, and what leads up to it if there is room for both. */
function endingFor(ending: Turn[][], words: number): Turn[] {
  const bye = ending.at(-1) ?? [];
  // Where there is hardly any room, a goodbye is its last turn alone.
  if (length(bye) > words * 1.25) return bye.slice(-1);
  const wraps = ending.slice(0, -1);
  const [wrap] = wraps
    .filter((turns) => length(turns) + length(bye) <= words)
    .sort((one, other) => length(other) - length(one));
  return [...(wrap ?? []), ...bye];
}

/** What is left of a section after the lines that have been spoken. */
function unsaid(queue: Queue, recent: string[]): Queue {
  const said = new Set(recent.flatMap(sentences));
  // A "Fair enough." may well have come from another section: only a whole thought is a landmark.
  const isSaid = (text: string) =>
    sentences(text).some((sentence) => said.has(sentence) && sentence.split(' ').length > 3);
  const isAllSaid = (text: string) => sentences(text).every((sentence) => said.has(sentence));
  const units = [...queue.units];
  const last = units.findLastIndex((unit) => unit.turns.some((turn) => isSaid(turn.text)));
  const unit = units[last];
  if (unit) {
    let next = unit.turns.findLastIndex(({ text }) => isSaid(text)) + 1;
    while (unit.turns[next] && isAllSaid(unit.turns[next]?.text ?? '')) next++;
    const turns = unit.turns.slice(next);
    units.splice(0, last + 1, ...(turns.length ? [{ ...unit, turns }] : []));
  }
  const reactions = queue.reactions.filter((text) => !isAllSaid(text));
  return {
    units,
    ending: queue.ending.some((turns) => turns.some(({ text }) => isSaid(text)))
      ? queue.ending.slice(-1)
      : queue.ending,
    // Lines further back than `recent` are out of sight, so each piece of a section starts
    // elsewhere among the reactions.
    reactions: [...reactions.slice(last + 1), ...reactions.slice(0, last + 1)],
  };
}

/** Sentences as they can be recognised again after somebody has tidied the punctuation. */
function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?]["']?)\s+/)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter(Boolean);
}
