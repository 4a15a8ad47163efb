import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type ModelRequest, openModelServer } from './modelServer.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../standins/openai/recordings');

const recording = z.object({
  topic: z.string(),
  tone: z.string(),
  style: z.string(),
  minutes: z.number(),
  voices: z.tuple([z.string(), z.string()]),
  sources: z.array(z.object({ title: z.string(), text: z.string() })),
  calls: z.array(
    z.object({
      file: z.string(),
      /** Of the source that was read. */
      title: z.string().optional(),
      section: z.number().optional(),
      /** What was read: lines, then title, summary and chapters. */
      lines: z.array(z.string()).optional(),
    }),
  ),
});
const lies = z.array(z.object({ line: z.string() }));
const written = z.object({ lines: z.array(z.object({ text: z.string() })) });
const judgments = z.object({ judgments: z.array(z.looseObject({ line: z.number() })) });
const asked = z.looseObject({
  title: z.string().optional(),
  section: z.object({ index: z.number() }).optional(),
  lines: z.array(z.looseObject({ says: z.string() })).catch([]),
  shown: z.array(z.looseObject({ says: z.string() })).catch([]),
});

/** A line that the reader is asked about. */
export interface AskedLine {
  line: number;
  says: string;
}
/** The content of an answer about these lines; null for the recorded one. */
export type OtherReader = (lines: AskedLine[]) => string | null;

const readJson = (...names: string[]): unknown =>
  JSON.parse(readFileSync(path.join(FOLDER, ...names), 'utf8'));
const bare = (text: string) => text.replace(/^(?:\[[a-z ]+\]\s*)+/i, '');

/**
 * A model that gives the answers of an episode that people answered by hand. They are found by schema and
 * section, or by the lines that are to be read; `unanswered` lists the requests for which there is none.
 */
export async function openRecordedModel(name: string) {
  const { calls, ...episode } = recording.parse(readJson(name, 'recording.json'));
  const left = [...calls];
  const unanswered: string[] = [];
  let other: OtherReader = () => null;

  const given = new Map<string, object | null>();
  for (const { file, lines } of calls) {
    if (!lines) continue;
    const found = judgments.parse(readJson(name, file)).judgments;
    lines.forEach(
      (says, at) => void given.set(says, found.find(({ line }) => line === at) ?? null),
    );
  }

  function reading(lines: AskedLine[]): string {
    const strange = lines.filter(({ says }) => !given.has(says));
    unanswered.push(...strange.map(({ says }) => `reading: ${says}`));
    const found = lines.flatMap(({ line, says }) => {
      const judgment = given.get(says);
      return judgment ? [{ ...judgment, line }] : [];
    });
    return JSON.stringify({ judgments: found });
  }

  function answer({ call, messages }: ModelRequest) {
    const all = messages.map((message) => asked.parse(JSON.parse(message)));
    const last = all.at(-1);
    const section = last?.section?.index;
    if (call === 'reading') {
      const lines = [...(last?.lines ?? []), ...(last?.shown ?? [])];
      const numbered = lines.map(({ says }, line) => ({ line, says }));
      return { content: other(numbered) ?? reading(numbered) };
    }
    const at = left.findIndex(
      (one) =>
        one.file.split('.')[1] === call &&
        one.section === section &&
        (call !== 'facts' || one.title === last?.title),
    );
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (!found) unanswered.push(`${call} ${section ?? ''}`);
    return { content: found ? JSON.stringify(readJson(name, found.file)) : 'Nothing recorded.' };
  }

  const server = await openModelServer(answer);
  const sections = calls.filter(({ section }) => section !== undefined);
  return {
    ...episode,
    baseUrl: server.baseUrl,
    close: server.close,
    unanswered,
    /** What was written, line by line, without directions to the voice. */
    written: sections.flatMap(({ file }) =>
      written.parse(readJson(name, file)).lines.map(({ text }) => bare(text)),
    ),
    /** The planted lies among it. */
    lies: lies.parse(readJson(name, 'lies.json')).map(({ line }) => bare(line)),
    /** Puts another reader in the place of the recorded one. */
    readBy(reader: OtherReader): void {
      other = reader;
    },
  };
}
