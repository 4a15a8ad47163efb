import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { switchFeature } from '../../base/db/featureSwitches.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { answersJson } from '../../episodes/listen/presentPodcast.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import type { ScriptWriter, SectionSpec } from '../../writing/script/scriptWriter.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

const QUESTIONS = ['Why does the sea glow?', 'Who saw it first?', 'Can I see it myself?'];

/** A paid episode of two minutes with these questions. */
async function withQuestions(questions = QUESTIONS) {
  const { id } = await production.order(2);
  const brief = {
    id: null,
    questions: questions.map((text, index) => ({ id: `q${index}`, text })),
    level: null,
    avoid: [],
  };
  await production.db.update(podcasts).set({ brief }).where(eq(podcasts.id, id));
  return id;
}

const linesOf = (id: number) => production.linesOf(id);

/** The writer, with the requests for sections that it got. */
function watched(change: Partial<ScriptWriter> = {}) {
  const { writer } = production.tools;
  const asked: SectionSpec[] = [];
  const watching: ScriptWriter = {
    ...writer,
    ...change,
    write(spec, signal) {
      asked.push(spec);
      return writer.write(spec, signal);
    },
  };
  return { writer: watching, asked };
}

it('every question is owed by a section, and is shown with the place of its answer or as open', async () => {
  const id = await withQuestions();
  const { writer, asked } = watched({
    // The line in the middle of the script answers the second question, and no other.
    findAnswers: async (_brief, lines) => [
      { question: 1, first: 2, last: lines.length > 3 ? 3 : 2 },
    ],
  });
  const row = await production.make(id, { writer });
  expect(row.status).toBe('completed');
  expect(new Set(asked.flatMap(({ questionsToAnswer = [] }) => questionsToAnswer))).toEqual(
    new Set(QUESTIONS),
  );
  const lines = await linesOf(id);
  const shown = answersJson({ row, lines }).questions;
  expect(shown.map(({ text }) => text)).toEqual(QUESTIONS);
  expect(shown[0]).toEqual({ text: QUESTIONS[0], open: true });
  expect(shown[1]).toMatchObject({ start: (lines[2]?.startMilliseconds ?? -1) / 1000 });
  expect(shown[2]).toEqual({ text: QUESTIONS[2], open: true });
}, 60_000);

it('an answer whose lines were cut is shown as open', async () => {
  const id = await withQuestions();
  const { writer } = watched({ findAnswers: async () => [{ question: 0, first: 1, last: 1 }] });
  const row = await production.make(id, { writer });
  const cut = (await linesOf(id)).filter(({ position }) => position !== 1);
  expect(answersJson({ row, lines: cut }).questions[0]).toEqual({ text: QUESTIONS[0], open: true });
}, 60_000);

const failing = () => {
  throw new ProviderFailure('OpenAI', 'broken', 'nonsense');
};

it.each<[string, Partial<ScriptWriter>]>([
  ['editor', { edit: failing }],
  ['judge', { findAnswers: failing }],
  ['recap', { recap: failing }],
])(
  'without its %s an episode is made all the same',
  async (_who, change) => {
    const id = await withQuestions();
    const { writer } = watched(change);
    const row = await production.make(id, { writer });
    expect(row).toMatchObject({ status: 'completed', failure: null });
    expect(answersJson({ row, lines: await linesOf(id) }).questions).toHaveLength(QUESTIONS.length);
  },
  60_000,
);

it.each([
  ['findAnswers', 'answers'],
  ['recap', 'recap'],
] as const)(
  'an episode whose %s takes too long is delivered without its %s, and with the rest',
  async (call, missing) => {
    const id = await withQuestions();
    const given: AbortSignal[] = [];
    const late = (_spec: unknown, _lines: unknown, signal: AbortSignal) => {
      given.push(signal);
      return new Promise<never>(() => {});
    };
    const { writer } = watched({ [call]: late });
    const row = await production.make(id, { writer });
    const rest = { answers: expect.any(Array), recap: expect.any(Object), [missing]: null };
    expect(row).toMatchObject({ status: 'completed', failure: null, ...rest });
    expect(String(given.at(-1)?.reason)).toMatch('the episode is delivered without it');
    const shown = answersJson({ row, lines: await linesOf(id) }).questions;
    expect(shown.map(({ text }) => text)).toEqual(QUESTIONS);
  },
  60_000,
);

it('follow-up questions are kept for the listener, but for those that moderation refuses', async () => {
  const recap = { facts: [], comparisons: [], opening: 'It glows.' };
  for (const [question, kept] of [
    ['What else glows?', ['What else glows?']],
    ['How to build a bomb at home?', []],
  ] as const) {
    const id = await withQuestions([]);
    const { writer } = watched({ recap: async () => ({ ...recap, followUps: [question] }) });
    expect((await production.make(id, { writer })).recap).toEqual({ ...recap, followUps: kept });
  }
}, 60_000);

it('the outline that the editor returns is the one that is written', async () => {
  const id = await withQuestions([]);
  const { writer } = watched({
    edit: async function* (_brief, draft) {
      yield { ...draft, title: 'The title that the editor chose' };
    },
  });
  expect(await production.make(id, { writer })).toMatchObject({
    title: 'The title that the editor chose',
  });
}, 60_000);

it.each<[string, (drafted: string) => string, 'edited' | 'drafted']>([
  ['follow it', (title) => `${title}, edited`, 'edited'],
  ['stand as drafted where moderation refuses it', () => 'How to build a bomb at home', 'drafted'],
  ['stand as drafted where it breaks off', failing, 'drafted'],
])(
  'the first section is written while its outline is edited, and the others %s',
  async (_how, titled, expected) => {
    const { id } = await production.order(4);
    const begun = Promise.withResolvers<void>();
    const { writer, asked } = watched({
      async *edit(_spec, draft) {
        yield { ...draft };
        await begun.promise;
        const [first, ...others] = draft.sections;
        const edited = others.map((one) => ({ ...one, title: titled(one.title) }));
        yield { ...draft, sections: first ? [first, ...edited] : edited };
      },
    });
    const row = await production.make(id, {
      writer: {
        ...writer,
        write(spec, signal) {
          begun.resolve();
          return writer.write(spec, signal);
        },
      },
    });
    expect(row).toMatchObject({ status: 'completed', failure: null });
    const drafted = row.plan?.sections.map(({ title }) => title) ?? [];
    expect(drafted.length).toBeGreaterThan(2);
    const [first = '', ...others] = drafted;
    const titles = [first, ...(expected === 'edited' ? others.map(titled) : others)];
    expect(row.outline?.sections.map(({ title }) => title)).toEqual(titles);
    const ofSection = (spec: SectionSpec) => spec.outline.sections[spec.section]?.title;
    expect(new Set(asked.map(ofSection))).toEqual(new Set(titles));
    expect(asked[0]?.outline.sections.map(({ title }) => title)).toEqual(drafted);
  },
  60_000,
);

it('the second episode of an account is told what the first one said, unless memory is off for it or for everybody', async () => {
  const [user] = await production.db
    .insert(users)
    .values({ email: 'ada@example.com', username: 'ada' })
    .returning();
  const userId = user?.id ?? 0;
  const earlier: unknown[] = [];
  for (const [hasMemory, isOn] of [
    [true, true],
    [true, true],
    [false, true],
    [true, false],
  ] as const) {
    await production.db.update(users).set({ hasMemory });
    await switchFeature(production.db, 'memory', isOn);
    const { id } = await production.order(2);
    await production.db.update(podcasts).set({ userId }).where(eq(podcasts.id, id));
    const { writer, asked } = watched();
    const row = await production.make(id, { writer });
    expect(row.recap?.opening).toBeTruthy();
    earlier.push(asked.map((spec) => spec.earlierEpisodes?.length ?? 0));
  }
  const [first, second, third, fourth] = earlier.map((counts) => new Set(counts as number[]));
  expect(first).toEqual(new Set([0]));
  expect(second).toEqual(new Set([1]));
  expect(third).toEqual(new Set([0]));
  expect(fourth).toEqual(new Set([0]));
}, 120_000);
