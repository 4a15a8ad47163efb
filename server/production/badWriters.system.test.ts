import { afterAll, beforeAll, expect, it } from 'vitest';
import { qualityCard } from '#shared/quality.ts';
import type { Line } from '../../standins/openai/badHabits.ts';
import { plainOutline, plainSection } from '../../standins/openai/plain.ts';
import { readSpec, type Spec } from '../../standins/openai/spec.ts';
import { type ModelAnswer, openModelServer } from '../testing/modelServer.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { scriptRetries } from '../writing/model/model.ts';
import { asks } from '../writing/script/asks.ts';
import { saysGoodbye } from '../writing/script/cleanLines.ts';
import { sentencesOf } from '../writing/script/repetition.ts';
import { openaiWriter } from '../writing/writer/openaiWriter.ts';

/* Whatever a model does to its script, the buyer gets the minutes that were paid for, and a goodbye. */

let production: Production;
let server: Awaited<ReturnType<typeof openModelServer>>;
let model: (spec: Spec, lines: Line[]) => Line[] | ModelAnswer;
/** Requests for sections so far. */
let asked = 0;
beforeAll(async () => {
  production = await openProduction();
  server = await openModelServer(({ call, messages }) => {
    const spec = readSpec(messages);
    if (call === 'outline') return { content: JSON.stringify(outlineOf(spec)) };
    if (call !== 'section') return { content: '{}' };
    asked++;
    const answer = model(spec, sectionLines(spec));
    return Array.isArray(answer) ? { content: JSON.stringify({ lines: answer }) } : answer;
  });
});
afterAll(async () => {
  server.close();
  await production.close();
});

function outlineOf(spec: Spec) {
  const { sections, ...outline } = plainOutline(spec, 'plain');
  return {
    ...outline,
    sections: sections.map(({ answers: _, ...rest }) => ({ ...rest, owes: [] })),
  };
}

/** Lines with `share` of the words asked for. */
const sectionLines = (spec: Spec, share = 1) =>
  plainSection(spec, 'plain', Math.ceil(spec.words * share));

const SORRY = { refusal: "I'm sorry, but I can't help with that." };
const NO_LINES = { content: '{"lines":[]}' };
const isSection = ({ section }: Spec, ...indexes: number[]) =>
  indexes.includes(section?.index ?? -1);
const isClosing = ({ place }: Spec) => place === 'closing';
/** The section before the closing. */
const isLast = (spec: Spec) => isSection(spec, spec.plan.length - 2);
const withoutGoodbye = (lines: Line[]) => lines.filter(({ text }) => !/goodbye/i.test(text));
const lineOf = (said: string): Line => ({
  speaker: said.startsWith('A') ? 'A' : 'B',
  text: said.slice(3),
});

const faults: Record<string, typeof model> = {
  'answers every second request without a line': (spec, lines) =>
    asked % 2 ? lines : isClosing(spec) ? lines : NO_LINES,
  'has nothing to say in two sections': (spec, lines) =>
    isSection(spec, 1, 2) && spec.said.length ? NO_LINES : lines,
  'answers the last section with nothing at all': (spec, lines) =>
    isLast(spec) ? { content: '' } : lines,
  'declines a section without reason': (spec, lines) => (isSection(spec, 2) ? SORRY : lines),
  'says everything twice, and then again': (spec, lines) => [
    ...spec.said.slice(-6).map(lineOf),
    ...lines.flatMap((line) => [line, line]),
  ],
  'only repeats itself from the middle on': (spec, lines) =>
    isSection(spec, 2, 3) ? spec.said.slice(0, 20).map(lineOf) : lines,
  'writes a third of what it is asked for': (spec) => sectionLines(spec, 1 / 3),
  'asks, answers, and does not stop': (spec) =>
    sectionLines(spec, 3).map(({ speaker, text }, at, all) => {
      if (isClosing(spec)) return { speaker, text };
      const isQuestion = at % 2 === 0 && at + 1 < all.length;
      const said = sentencesOf(text).filter((sentence) => !asks({ text: sentence }));
      return { speaker, text: [...said, isQuestion ? 'Is it?' : 'It is.'].join(' ') };
    }),
  'forgets the goodbye': (spec, lines) => (isClosing(spec) ? withoutGoodbye(lines) : lines),
  'declines the goodbye': (spec, lines) => (isClosing(spec) ? SORRY : lines),
};

it.each(Object.entries(faults))(
  'an episode whose model %s has its minutes within three per cent, and a goodbye',
  async (_fault, behave) => {
    [model, asked] = [behave, 0];
    const { baseUrl } = server;
    const writer = openaiWriter(
      { apiKey: 'sk-test', baseUrl, model: 'm' },
      { ...scriptRetries, firstWait: 1 },
    );
    const { id } = await production.order(10);
    const row = await production.make(id, { writer });
    expect(row).toMatchObject({ status: 'completed', failure: null });
    expect(Math.abs(qualityCard.parse(row.quality).lengthError)).toBeLessThan(0.03);

    const lines = (await production.linesOf(id)).filter(({ state }) => state !== 'dropped');
    const sentences = lines.slice(-2).flatMap(({ text }) => sentencesOf(text));
    expect(sentences.some(saysGoodbye)).toBe(true);
    const ends = lines.filter((line, at) => lines[at + 1]?.section !== line.section);
    expect(ends.length).toBeGreaterThan(2);
    expect(ends.filter(asks)).toEqual([]);
  },
  120_000,
);
