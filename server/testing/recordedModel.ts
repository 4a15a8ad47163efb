import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { plainSection } from '../../standins/openai/plain.ts';
import { objectsIn } from '../../standins/openai/readings.ts';
import { readSpec } from '../../standins/openai/spec.ts';
import { tagsOf } from '../writing/script/deliveryTags.ts';
import { eventually } from './eventually.ts';
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
      title: z.string().optional(),
      section: z.number().optional(),
      /** The reader was given these lines, then title, summary and chapters. */
      lines: z.array(z.string()).optional(),
      /** Lines after these that were cut for length before they were read. */
      unread: z.array(z.string()).default([]),
    }),
  ),
});
const lies = z.array(z.object({ line: z.string() }));
const written = z.object({ lines: z.array(z.object({ text: z.string() })) });
const judgments = z.object({ judgments: z.array(z.looseObject({ line: z.number() })) });
const asked = z.looseObject({
  title: z.string().optional(),
  again: z.array(z.unknown()).optional(),
  section: z.object({ index: z.number() }).optional(),
  lines: z.array(z.looseObject({ says: z.string() })).catch([]),
  shown: z.array(z.looseObject({ says: z.string() })).catch([]),
});

export interface AskedLine {
  line: number;
  says: string;
}
/** Returns the answer's content for these lines, or null for the recorded one. */
export type OtherReader = (lines: AskedLine[]) => string | null;

const readJson = (...names: string[]): unknown =>
  JSON.parse(readFileSync(path.join(FOLDER, ...names), 'utf8'));
const bare = (text: string) => tagsOf(text).text;

/**
 * A model that replays answers, which people gave by hand. It finds them by schema and section, or
 * by the lines to be read. `unanswered` lists requests without one; those for lines get plain ones.
 * `isRead`: whether a source's facts are in the log, whose order gives them their numbers.
 */
export async function openRecordedModel(
  name: string,
  isRead: (title: string) => Promise<boolean> = async () => true,
) {
  const { calls, ...episode } = recording.parse(readJson(name, 'recording.json'));
  const left = [...calls];
  const unanswered: string[] = [];
  let other: OtherReader = () => null;

  const verdicts = new Map<string, Record<string, unknown> | null>();
  for (const { file, lines, unread } of calls) {
    if (!lines) continue;
    for (const says of unread) verdicts.set(says, null);
    const found = judgments.parse(readJson(name, file)).judgments;
    lines.forEach(
      (says, at) => void verdicts.set(says, found.find(({ line }) => line === at) ?? null),
    );
  }

  function reading(lines: AskedLine[]): string {
    const strange = lines.filter(({ says }) => !verdicts.has(says));
    unanswered.push(...strange.map(({ says }) => `reading: ${says}`));
    const found = lines.flatMap(({ line, says }) => {
      const judgment = verdicts.get(says);
      return judgment ? [{ ...judgment, line }] : [];
    });
    return JSON.stringify({ judgments: found });
  }

  async function answer({ call, messages }: ModelRequest) {
    // A repeated request quotes the answer that did not fit.
    const given = objectsIn(messages).findLast((object) => Object.keys(object).length);
    const last = asked.safeParse(given).data;
    const section = last?.section?.index;
    if (call === 'reading') {
      const lines = [...(last?.lines ?? []), ...(last?.shown ?? [])];
      const numbered = lines.map(({ says }, line) => ({ line, says }));
      return { content: other(numbered) ?? reading(numbered) };
    }
    // Recorded before facts were asked for again: what there is stands.
    if (call === 'facts' && last?.again) return { content: JSON.stringify({ facts: [] }) };
    const at = left.findIndex(
      (one) =>
        one.file.split('.')[1] === call &&
        one.section === section &&
        (call !== 'facts' || one.title === last?.title),
    );
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (call === 'facts') {
      const titles = episode.sources.map(({ title }) => title);
      const before = titles[titles.indexOf(last?.title ?? '') - 1];
      if (before) await eventually('the source before is read', () => isRead(before), 20, 20);
    }
    if (found) return { content: JSON.stringify(readJson(name, found.file)) };
    unanswered.push(`${call} ${section ?? ''}`);
    const spec = readSpec(messages);
    return { content: JSON.stringify({ lines: plainSection(spec, 'plain', spec.words) }) };
  }

  const server = await openModelServer(answer);
  const sections = calls.filter(({ section }) => section !== undefined);
  return {
    ...episode,
    baseUrl: server.baseUrl,
    close: server.close,
    unanswered,
    written: sections.flatMap(({ file }) =>
      written.parse(readJson(name, file)).lines.map(({ text }) => bare(text)),
    ),
    /** The planted lies, without those that the reader never saw. */
    lies: lies
      .parse(readJson(name, 'lies.json'))
      .map(({ line }) => bare(line))
      .filter((lie) => !calls.some(({ unread }) => unread.some((says) => says.endsWith(lie)))),
    isObjectedTo: (text: string) =>
      [...verdicts].some(([says, found]) => says.endsWith(text) && found?.finding === 'wrong'),
    readBy(reader: OtherReader): void {
      other = reader;
    },
  };
}
