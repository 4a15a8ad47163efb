import type { ScriptLine, Speaker } from '#shared/script.ts';
import { cleanText, greets, isGreeting, isParting, type LineContext } from './cleanText.ts';
import type { RawLine } from './lines.ts';
import { leakOf, repetitionMemoryOf, sentencesOf } from './repetition.ts';
import { tagsOf } from './tags.ts';

/**
 * Returns a function that turns each raw line into the lines to be spoken: clean, by one of the two
 * hosts, and new. Repetitions of earlier lines, leaked instructions, and everything after both hosts
 * said goodbye are dropped. In an opening each host greets once, however late. An unknown speaker becomes
 * the host who did not speak last. What a line's tags say belongs to the first of its lines,
 * what it rests on to each.
 */
export function lineAcceptor(context: LineContext, soFar: ScriptLine[], instructions: string) {
  const memory = repetitionMemoryOf(soFar.map(({ text }) => text));
  const leaks = leakOf(instructions);
  const departed = new Set<Speaker>();
  const greeted = new Set(
    soFar.filter(({ text }) => sentencesOf(text).some(greets)).map((line) => line.speaker),
  );
  let before = soFar.at(-1);
  /** `isEdge`: the line begins or ends an answer. */
  return (raw: RawLine & { isEdge?: boolean }): ScriptLine[] => {
    if (departed.size === 2) return [];
    const speaker = speakerOf(raw.speaker, context.hosts) ?? (before?.speaker === 'A' ? 'B' : 'A');
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
      speaker,
      text,
      ...(!index && delivery && { delivery }),
      ...(!index && isOver && { isOver }),
      ...(raw.basis && { basis: raw.basis, facts: raw.facts ?? [] }),
    }));
    memory.add(whole.join(' '));
    for (const { text } of lines) {
      const sentences = sentencesOf(text);
      if (context.place === 'closing' && sentences.some(isParting)) departed.add(speaker);
      if (sentences.some(greets)) greeted.add(speaker);
    }
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
