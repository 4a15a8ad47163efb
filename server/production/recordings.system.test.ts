import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LENGTH_TOLERANCE, qualityCard } from '#shared/quality.ts';
import { newToken } from '../base/db/newToken.ts';
import { podcastSources, podcasts, sources } from '../base/db/tables.ts';
import type { LineRow } from '../episodes/log/lease.ts';
import { openProduction, type Production } from '../testing/production.ts';
import { type OtherReader, openRecordedModel } from '../testing/recordedModel.ts';
import { scriptRetries } from '../writing/model/model.ts';
import { asks } from '../writing/script/asks.ts';
import { openaiWriter } from '../writing/writer/openaiWriter.ts';

/*
 * Episodes whose model was answered by hand: the writer planted twelve lies in each, and somebody else read
 * the lines. What the reader does with them is the people's doing, what becomes of it is the product's.
 */

/** A whole episode, also on a busy machine. */
const WHOLE = { timeout: 400_000 };

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

/** Makes the recorded episode; what was spoken, and what the product said of it. */
async function make(name: string, reader?: OtherReader) {
  const isRead = async (title: string) => {
    const read = await production.db
      .select()
      .from(podcastSources)
      .orderBy(desc(podcastSources.podcastId));
    return read.some(
      (one) => one.title === title && one.readChunks.length && one.podcastId === read[0]?.podcastId,
    );
  };
  const model = await openRecordedModel(name, isRead);
  if (reader) model.readBy(reader);
  try {
    const { topic, tone, style, minutes, voices } = model;
    const { id } = await production.order(minutes, topic, (all) =>
      voices.map((voice) => all.find((one) => one.name === voice)),
    );
    const ids = model.sources.map(() => newToken());
    for (const [at, { title, text }] of model.sources.entries()) {
      const own = { id: ids[at] ?? '', visitorKey: 'recorded', kind: 'text' as const };
      await production.db
        .insert(sources)
        .values({ ...own, title, text, words: text.split(' ').length, contentHash: own.id });
    }
    await production.db
      .update(podcasts)
      .set({ tone, style, sources: ids })
      .where(eq(podcasts.id, id));
    const { baseUrl } = model;
    const writer = openaiWriter({ apiKey: 'sk-test', baseUrl, model: 'm' }, scriptRetries);
    const row = await production.make(id, { writer });
    expect(row).toMatchObject({ status: 'completed', failure: null });
    const lines = await production.linesOf(id);
    const spoken = lines.map(({ text }) => text);
    const truths = model.written.filter((text) => !model.lies.includes(text));
    return { model, row, lines, spoken, truths, quality: qualityCard.parse(row.quality) };
  } finally {
    model.close();
  }
}

/** Questions whose answer was left out. */
const orphans = (lines: LineRow[]) =>
  lines.filter(
    (line, at) => !line.isOver && asks(line) && lines[at + 1]?.position !== line.position + 1,
  );

describe.each(['brain', 'vasa', 'parkinson'])('the recorded episode %s', WHOLE, (name) => {
  it('has its minutes, every true line as it was written, and no lie that its reader found', async () => {
    const { model, spoken, truths, lines, quality } = await make(name);
    expect(model.unanswered).toEqual([]);
    expect(Math.abs(quality.lengthError)).toBeLessThan(0.015);
    expect(model.lies.length).toBeGreaterThan(10);
    expect(model.lies.filter((lie) => spoken.includes(lie))).toEqual([]);
    const others = truths.filter((text) => !model.isObjectedTo(text));
    const lost = others.filter((text) => !spoken.includes(text)).length;
    expect((lost - (quality.cutForLength ?? 0)) / others.length).toBeLessThanOrEqual(0.02);
    expect(spoken[0]).toBe(model.written[0]);
    expect(spoken.at(-1)).toBe(model.written.at(-1));
    expect(orphans(lines)).toEqual([]);
  });
});

/* The same for a reader who is away, or worse than none. */
const say = (judge: (line: { line: number; says: string }) => object | null): OtherReader => {
  return (lines) =>
    JSON.stringify({
      judgments: lines.flatMap((line) => {
        const found = judge(line);
        return found ? [{ line: line.line, facts: [], words: '', say: '', ...found }] : [];
      }),
    });
};
const SAID = 'The count was 4,711 in Berlin.';
const AWAY = 'I am only a text.';
let readings = 0;
/** With the lines that may be left out: two per cent, and the objections before a reader is not believed. */
const readers: [string, number, OtherReader][] = [
  ['is away for the whole episode', 1, () => AWAY],
  ['is away for a third of it', 1, () => ([3, 4, 5].includes(readings++ % 9) ? AWAY : null)],
  ['objects to everything', 5, say(() => ({ finding: 'wrong' }))],
  ['approves of everything', 1, say(() => ({ finding: 'stands', facts: [1], words: 'the' }))],
  [
    'answers for lines that are not there',
    1,
    say(({ line }) => ({ line: line + 900, finding: 'wrong' })),
  ],
];

it.each(readers)(
  'a reader who %s costs no question its answer, and %i lines at most',
  WHOLE,
  async (_who, most, reader) => {
    const { model, spoken, lines, quality } = await make('brain', reader);
    expect(Math.abs(quality.lengthError)).toBeLessThan(0.015);
    expect(orphans(lines)).toEqual([]);
    const lost = model.written.length - (quality.cutForLength ?? 0) - spoken.length;
    expect(lost).toBeLessThanOrEqual(most);
  },
);

it(
  'what a reader says that stands in no source is not spoken, nor is what it objects to',
  WHOLE,
  async () => {
    const reader = say(({ line }) => (line % 4 ? null : { finding: 'wrong', say: SAID }));
    const { spoken, lines, quality } = await make('brain', reader);
    expect(Math.abs(quality.lengthError)).toBeLessThan(LENGTH_TOLERANCE);
    expect(spoken.join(' ')).not.toContain('4,711');
    expect(orphans(lines)).toEqual([]);
  },
);
