import type { ScriptLine, Speaker } from '#shared/script.ts';
import { cleanText, greets, isGreeting, isParting, type LineContext } from './cleanText.ts';
import { guarded } from './guarded.ts';
import type { RawLine } from './lines.ts';
import { leakOf, openRepetitionMemory, sentencesOf } from './repetition.ts';
import { tagsOf } from './tags.ts';

/** Characters of a line that stands as it was written: more than any voice takes at once is no line. */
const LONGEST = 4_000;

/**
 * Returns a function that turns each raw line into the lines to be spoken: clean, by one of the two
 * hosts, and new. Repetitions of earlier lines, leaked instructions, and everything after both hosts
 * said goodbye are dropped. In an opening each host greets once, however late. An unknown speaker becomes
 * the host who did not speak last. What a line's tags say belongs to the first of its lines,
 * what it rests on to each. A line on which any of this throws stands as it was written.
 */
export function lineAcceptor(context: LineContext, soFar: ScriptLine[], instructions: string) {
  const memory = openRepetitionMemory();
  const leaks = leakOf(instructions);
  const departed = new Set<Speaker>();
  const greeted = new Set<Speaker>();
  for (const { speaker, text } of soFar) {
    const remember = () => {
      memory.add(text);
      if (sentencesOf(text).some(greets)) greeted.add(speaker);
    };
    guarded('an earlier line', text, remember, undefined);
  }
  let before = soFar.at(-1);

  /** `isEdge`: the line begins or ends an answer. */
  type Edged = RawLine & { isEdge?: boolean };
  function accepted(raw: Edged, speaker: Speaker, lineOf: (text: string) => ScriptLine) {
    if (departed.size === 2) return [];
    const here = { ...context, isEdge: raw.isEdge ?? false };
    const { text: tagless, delivery, isOver } = tagsOf(raw.text);
    const whole = cleanText(tagless, here);
    if (memory.hasLine(whole.join(' ')) || bare(whole.join(' ')) === bare(before?.text ?? ''))
      return [];
    if (whole.flatMap(sentencesOf).filter(leaks).length > 1) return [];
    const hasGreeted = greeted.has(speaker);
    const isNew = (sentence: string) =>
      !memory.has(sentence) && !leaks(sentence) && !(hasGreeted && isGreeting(sentence));
    const lines = cleanText(tagless, here, isNew).map((text, index) => ({
      ...lineOf(text),
      ...(!index && delivery && { delivery }),
      ...(!index && isOver && { isOver }),
    }));
    memory.add(whole.join(' '));
    for (const { text } of lines) {
      const sentences = sentencesOf(text);
      if (context.place === 'closing' && sentences.some(isParting)) departed.add(speaker);
      if (sentences.some(greets)) greeted.add(speaker);
    }
    return lines;
  }

  return (raw: Edged): ScriptLine[] => {
    const speaker = speakerOf(raw.speaker, context.hosts) ?? (before?.speaker === 'A' ? 'B' : 'A');
    const basis = raw.basis && { basis: raw.basis, facts: raw.facts ?? [] };
    const lineOf = (text: string) => ({ speaker, text, ...basis });
    const text = raw.text.slice(0, LONGEST).toWellFormed().trim();
    const asWritten = text ? [lineOf(text)] : [];
    const lines = guarded('a line', raw.text, () => accepted(raw, speaker, lineOf), asWritten);
    before = lines.at(-1) ?? before;
    return lines;
  };
}

function speakerOf(name: string, hosts: LineContext['hosts']): Speaker | null {
  const normalized = name.trim().toLowerCase();
  if (normalized === hosts.A.toLowerCase() || /^(?:host |speaker )?(?:a|1)$/.test(normalized))
    return 'A';
  if (normalized === hosts.B.toLowerCase() || /^(?:host |speaker )?(?:b|2)$/.test(normalized))
    return 'B';
  return null;
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
