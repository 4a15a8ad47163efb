import type { ScriptLine } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { cleanText } from './cleanLines.ts';
import { tagsOf } from './deliveryTags.ts';
import { type Hosts, openLabels, turnsOf } from './labels.ts';
import type { RawLine } from './lines.ts';
import { keyOf, leakOf, sentencesOf } from './repetition.ts';

/** Characters: a longer text is no line. */
const LONGEST = 4_000;

export interface Accepted {
  /** One for each turn, or more where it is too long for a voice. */
  lines: ScriptLine[];
  /** All of it was said before, word for word. */
  isRepeated: boolean;
}

/**
 * Drops only what quotes the instructions at length. Tags count for the first of a line's parts,
 * its basis for each. A line on which any of this throws stands as it was written.
 */
export function lineAcceptor(hosts: Hosts, soFar: ScriptLine[], instructions: string) {
  const known = new Set<string | null>();
  const leaks = leakOf(instructions);
  const sideOf = openLabels(hosts);
  for (const { text } of soFar) {
    guarded('an earlier line', text, () => known.add(keyOf(text)), known);
  }
  let before = soFar.at(-1);

  function accepted({ text: raw }: RawLine, lineOf: (text: string) => ScriptLine): Accepted {
    const { text, delivery, isOver } = tagsOf(raw);
    const spoken = cleanText(text, hosts);
    const leaked = spoken.flatMap(sentencesOf).filter(leaks).length;
    if (leaked > 1 || (leaked && spoken.length === 1 && leaks(spoken[0] ?? ''))) {
      return { lines: [], isRepeated: false };
    }
    const key = keyOf(spoken.join(' '));
    const isRepeated = key !== null && known.has(key);
    known.add(key);
    const lines = spoken.map((text, index) => ({
      ...lineOf(text),
      ...(!index && delivery && { delivery }),
      ...(!index && isOver && { isOver }),
    }));
    return { lines, isRepeated };
  }

  function turn(raw: RawLine): Accepted {
    const speaker = sideOf(raw.speaker, before?.speaker);
    const { sum } = raw;
    const basis = raw.basis && { basis: raw.basis, facts: raw.facts ?? [], ...(sum && { sum }) };
    const lineOf = (text: string) => ({ speaker, text, ...basis });
    const text = raw.text.toWellFormed().trim();
    const asWritten = { lines: text ? [lineOf(text)] : [], isRepeated: false };
    const made = guarded('a line', raw.text, () => accepted(raw, lineOf), asWritten);
    before = made.lines.at(-1) ?? before;
    return made;
  }

  return (whole: RawLine): Accepted => {
    const raw = { ...whole, text: whole.text.slice(0, LONGEST) };
    const turns = guarded('turns', raw.text, () => turnsOf(raw, hosts), [raw]).map(turn);
    return {
      lines: turns.flatMap(({ lines }) => lines),
      isRepeated: turns.every(({ isRepeated }) => isRepeated),
    };
  };
}
