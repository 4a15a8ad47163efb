import type { ScriptLine, Speaker } from '#shared/script.ts';
import { cleanText, isFarewell, type LineContext } from './cleanText.ts';
import type { RawLine } from './lines.ts';
import { leakOf, repetitionMemoryOf, sentencesOf } from './repetition.ts';

/** Each host may greet once; who is still greeting after that has lost the thread. */
const GREETING_LINES = 2;

/**
 * Takes lines one after another, as a model closes them, and gives what of them is spoken: clean,
 * by one of the two hosts, and new. What repeats an earlier line, or reads out the instructions, is
 * left out, and so is whatever comes after both have said goodbye. A speaker that is neither host is
 * given the turn of the one who did not speak last.
 */
export function lineAcceptor(context: LineContext, soFar: ScriptLine[], instructions: string) {
  const memory = repetitionMemoryOf(soFar.map(({ text }) => text));
  const leaks = leakOf(instructions);
  const gone = new Set<Speaker>();
  let before = soFar.at(-1);
  let count = soFar.length;
  return (raw: RawLine): ScriptLine[] => {
    if (gone.size === 2) return [];
    const speaker = speakerOf(raw.speaker, context.hosts) ?? (before?.speaker === 'A' ? 'B' : 'A');
    const place = context.place === 'opening' && count >= GREETING_LINES ? 'middle' : context.place;
    const whole = cleanText(raw.text, { ...context, place });
    if (memory.hasLine(whole.join(' ')) || bare(whole.join(' ')) === bare(before?.text ?? ''))
      return [];
    if (whole.flatMap(sentencesOf).some(leaks)) return [];
    const isNew = (sentence: string) => !memory.has(sentence);
    const lines = cleanText(raw.text, { ...context, place }, isNew).map((text) => ({
      speaker,
      text,
    }));
    memory.add(whole.join(' '));
    for (const { text } of lines) {
      if (context.place === 'closing' && isFarewell(text)) gone.add(speaker);
    }
    count += lines.length;
    before = lines.at(-1) ?? before;
    return lines;
  };
}

function speakerOf(name: string, hosts: LineContext['hosts']): Speaker | null {
  const said = name.trim().toLowerCase();
  if (said === hosts.A.toLowerCase() || /^(?:host |speaker )?(?:a|1)$/.test(said)) return 'A';
  if (said === hosts.B.toLowerCase() || /^(?:host |speaker )?(?:b|2)$/.test(said)) return 'B';
  return null;
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
