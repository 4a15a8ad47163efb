import type { Turn } from './bank.ts';
import { fitWords, length } from './fit.ts';
import { type Ask, type Queue, queueFor } from './queue.ts';

/**
 * Writes one section of about `words` words, ending with a whole turn. `recent` are the last lines
 * spoken: what of them belongs to this section is taken as said, and the talk goes on after it.
 */
export function writeSection(ask: Ask, words: number, recent: string[]): Turn[] {
  const memory = memoryOf(recent);
  const { units, ending } = unsaid(queueFor(ask), memory, ask.place);
  if (!ending.length && length(units.flatMap(({ turns }) => turns)) < words) {
    units.push(...passedOver(ask, memory));
  }
  const end = endingFor(ending, words);
  const room = words - length(end);
  const turns = [...(room > 1 ? fitWords(units, room) : []), ...end];
  return turns.length ? turns : beginning(units);
}

/** Asked for hardly any words, nobody answers with none: the next thought is begun. */
function beginning([next]: Queue['units']): Turn[] {
  const turn = next?.turns[0];
  if (!turn) return [];
  const [first = '', ...more] = turn.text.split(/(?<=[.!?]["']?)\s+/);
  // A landmark for whoever goes on from here.
  const enough = first.split(' ').length > 3 ? [] : more.slice(0, 1);
  return [{ ...turn, text: [first, ...enough].join(' ') }];
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
function unsaid(
  { units, ending }: Queue,
  { isSaid, isAllSaid }: Memory,
  place: Ask['place'],
): Queue {
  const last = units.findLastIndex(({ turns }) => turns.some(isSaid));
  const left = units.slice(last + 1).filter(({ kind }) => kind !== 'open' || place === 'opening');
  const broken = units[last];
  if (broken) {
    let next = broken.turns.findLastIndex(isSaid) + 1;
    while (broken.turns[next] && isAllSaid(broken.turns[next]?.text ?? '')) next++;
    const turns = broken.turns.slice(next);
    if (turns.length) left.unshift({ ...broken, turns, lead: null });
  }
  const isEnding = ending.some((turns) => turns.some(isSaid));
  return {
    units: left.map((unit) => ({
      ...unit,
      reactions: unit.reactions.filter((text) => !isAllSaid(text)),
    })),
    ending: isEnding ? ending.slice(-1) : ending,
  };
}

/** What this section and those before it could have said and did not: nobody else will. */
function passedOver(ask: Ask, { isSaid }: Memory): Queue['units'] {
  const sections = Array.from({ length: ask.index + 1 }, (_, back) => ask.index - back);
  return sections.flatMap((index) => {
    const { units } = queueFor({ ...ask, index, place: 'middle' });
    const last =
      index === ask.index ? units.findLastIndex(({ turns }) => turns.some(isSaid)) : units.length;
    return units
      .slice(0, Math.max(0, last))
      .filter(({ kind, turns }) => kind === 'beat' && !turns.some(isSaid))
      .map((unit) => ({ ...unit, lead: null, reactions: [] }));
  });
}

type Memory = ReturnType<typeof memoryOf>;

/** Tells what has been said, a section's own or another one's. */
function memoryOf(lines: string[]) {
  const said = new Set(lines.flatMap(sentences));
  return {
    // A "Fair enough." may well have come from another section: only a whole thought is a landmark.
    isSaid: ({ text }: Turn) =>
      sentences(text).some((sentence) => said.has(sentence) && sentence.split(' ').length > 3),
    isAllSaid: (text: string) => sentences(text).every((sentence) => said.has(sentence)),
  };
}

const NUMERALS =
  /\b(?:\p{N}+\p{L}*|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|point)\b/gu;

/**
 * Sentences as they can be recognised again after somebody has tidied the punctuation and written
 * out the numbers.
 */
function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?]["']?)\s+/)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .replace(NUMERALS, ' ')
        .replace(/ +/g, ' ')
        .trim(),
    )
    .filter(Boolean);
}
