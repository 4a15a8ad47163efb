import type { ScriptWriter, SectionSpec, Usage } from '../script/scriptWriter.ts';

/** A section of a few words, streamed and structured like any other. */
const SECTION: SectionSpec = {
  episode: 'trial',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 1,
  hostA: 'Ann',
  hostB: 'Ben',
  outline: {
    title: 'Why cats purr',
    summary: 'Two friends wonder why cats purr.',
    sections: [{ title: 'The purr', goal: 'Say why cats purr', weight: 1 }],
  },
  section: 0,
  words: 20,
  place: 'middle',
  soFar: [],
};

/** Writes until a line comes, then closes the stream. Resolves with whether one came. */
export async function tryWriting(
  writer: Pick<ScriptWriter, 'write'>,
  signal: AbortSignal,
  onUsage?: (usage: Usage) => void,
): Promise<boolean> {
  const spec = onUsage ? { ...SECTION, onUsage } : SECTION;
  for await (const _line of writer.write(spec, signal)) return true;
  return false;
}
