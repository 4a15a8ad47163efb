import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outline, ScriptLine } from '#shared/script.ts';
import { podcasts } from '../../base/db/tables.ts';
import { findForWatchers, findListening, findParts } from '../../episodes/listen/podcasts.ts';
import { spokenLines } from '../../episodes/listen/progress.ts';
import { partsOf } from '../../episodes/log/parts.ts';
import { eachBy } from '../../testing/eachBy.ts';
import { eventually } from '../../testing/eventually.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { broken } from '../../writing/model/modelFailures.ts';
import { asks } from '../../writing/script/asks.ts';
import type { Verdict } from '../../writing/script/moderation.ts';
import type { ScriptWriter } from '../../writing/script/scriptWriter.ts';
import { openLineModerator } from './moderateLines.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

const spoken = async () =>
  (await production.entries()).flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
const bomb = 'Here is how to build a bomb at home, from what is under the sink.';

const harmful: ScriptLine = { speaker: 'B', text: bomb };
const asked: ScriptLine = { speaker: 'A', text: 'How would anybody do such a thing?' };

/** A writer who adds these lines behind lines of these numbers that ask nothing, and finds no better words. */
function adding(lines: ScriptLine[], ...behind: number[]): ScriptWriter {
  const { writer } = production.tools;
  let given = 0;
  return {
    ...writer,
    async *write(spec, signal) {
      for await (const line of writer.write(spec, signal)) {
        yield line;
        if (asks(line)) continue;
        given += 1;
        if (behind.includes(given)) yield* lines;
      }
    },
    rewrite: async (_spec, { refused }) => new Map(refused.map((at) => [at, bomb])),
  };
}

it('a line that moderation refuses is spoken in other words, in its place, and the minutes stay whole', async () => {
  const { id } = await production.order(2);
  const { rewrite } = production.tools.writer;
  const row = await production.make(id, { writer: { ...adding([asked, harmful], 9), rewrite } });
  expect(row).toMatchObject({
    status: 'completed',
    quality: { refused: { rewritten: 1, cut: 0 } },
  });
  expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.05);
  const lines = await production.linesOf(id);
  const at = lines.findIndex(({ text }) => text === asked.text);
  expect(lines[at + 1]).toMatchObject({ speaker: 'B', text: expect.stringContaining('matter') });
  expect(lines.map(({ position }) => position)).toEqual([...lines.keys()]);
  expect((await spoken()).filter((text) => text.includes('bomb'))).toEqual([]);
}, 60_000);

it('a line for which there are no other words is left out with its question, and the minutes stay whole', async () => {
  const { id } = await production.order(2);
  const row = await production.make(id, { writer: adding([asked, harmful], 9) });
  expect(row).toMatchObject({
    status: 'completed',
    quality: { refused: { rewritten: 0, cut: 2 } },
  });
  expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.05);
  const lines = await production.linesOf(id);
  expect(lines.map(({ text }) => text)).not.toContain(asked.text);
  expect(lines.map(({ position }) => position)).toEqual([...lines.keys()]);
  expect((await spoken()).filter((text) => text.includes('bomb'))).toEqual([]);
}, 60_000);

it.each<[string, number[]]>([
  ['in the opening', [1]],
  ['in more than a fifth of a section', [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
])(
  'what is still refused %s is never spoken, and its order fails for its topic',
  async (_where, behind) => {
    const { id } = await production.order(2);
    const row = await production.make(id, { writer: adding([harmful], ...behind) });
    expect(row).toMatchObject({
      status: 'failed',
      failure: 'Our hosts couldn’t talk about this topic.',
    });
    expect((await spoken()).filter((text) => text.includes('bomb'))).toEqual([]);
  },
  60_000,
);

const OPENING = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'];

it.each<[string, string[], string[]]>([
  ['a question goes with its answer', ['Q ✗?', 'A.', 'B.'], ['B.']],
  ['an answer goes with its question, and all that led to it', ['Q?', 'R?', 'A ✗.', 'B.'], ['B.']],
  ['an answer that asks goes with both', ['Q?', 'R ✗?', 'A.', 'B.'], ['B.']],
  ['a reaction goes with what it lies over', ['A ✗.', '[over] Mm.', 'B.'], ['B.']],
  ['a reaction parts no question from its answer', ['Q?', '[over] Mm.', 'A ✗.', 'B.'], ['B.']],
  ['nor an answer from its question', ['Q ✗?', '[over] Mm.', 'A.', 'B.'], ['B.']],
  ['what stands alone goes alone', ['Q?', 'A.', 'B ✗.', 'C.', 'D?'], ['Q?', 'A.', 'C.', 'D?']],
])('of an exchange that is left out nothing stays: %s', async (_what, texts, kept) => {
  const moderate = async (text: string): Promise<Verdict> =>
    text.includes('✗') ? 'refused' : 'allowed';
  const run = {
    ...{ spec: {}, work: { podcast: { quality: null } }, episodeLog: { change: async () => {} } },
    ...{
      signal: new AbortController().signal,
      writer: { rewrite: () => Promise.reject(broken('no JSON')) },
    },
    moderator: eachBy(moderate),
  };
  // Only what it uses of a run.
  const moderator = openLineModerator(
    run as unknown as Parameters<typeof openLineModerator>[0],
    () => [],
  );
  async function* lines(): AsyncGenerator<ScriptLine> {
    for (const text of [...OPENING, ...texts]) {
      const isOver = text.startsWith('[over]');
      yield { speaker: 'A', text, isOver };
    }
  }
  const place = { section: 0, soFar: [], check: async (all: ScriptLine[]) => all };
  const passed: string[] = [];
  for await (const { text } of moderator.pass(lines(), place)) passed.push(text);
  expect(passed).toEqual([...OPENING, ...kept]);
});

it('what could be heard of an episode that is refused in the middle is gone at once: page, parts, lines, and links that were handed out', async () => {
  const { db, storage } = production;
  const { id, publicId } = await production.order(3);
  // Nothing but its lines is moderated.
  const brief = { id: null, questions: [], level: null, avoid: [] };
  await db.update(podcasts).set({ brief }).where(eq(podcasts.id, id));
  const links: string[] = [];
  let calls = 0;
  const moderate = async (): Promise<Verdict> => {
    calls += 1;
    if (calls < 4) return 'allowed';
    await eventually('a part can be heard', async () => (await partsOf(db, id)).length > 0);
    for (const { audioKey } of await partsOf(db, id)) {
      links.push(await storage.link(audioKey, { expiresIn: 3600 }));
    }
    return 'refused';
  };
  const { status, shareToken } = await production.make(id, {
    moderator: eachBy(moderate),
    writer: adding([]),
  });
  expect(status).toBe('failed');
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect((await fetch(link)).status).toBe(404);
  expect(await partsOf(db, id)).toEqual([]);
  for (const what of [findParts, spokenLines]) {
    await expect(what({ db }, null, shareToken)).rejects.toMatchObject({ code: 'not_found' });
  }
  const page = await findListening({ db }, null, shareToken);
  expect(page).toMatchObject({ status: 'failed', partsUrl: null, spokenUrl: null, audioUrl: null });
  expect(await findForWatchers({ db }, publicId)).toMatchObject({
    partsUrl: null,
    lastLine: null,
  });
}, 60_000);

/** A writer whose plan has something that no moderation lets through. */
function titled(change: (outline: Outline) => Outline): ScriptWriter {
  const { writer } = production.tools;
  return {
    ...writer,
    plan: async (spec, signal) => change(await writer.plan(spec, signal)),
    edit: async function* (_brief, draft) {
      yield draft;
    },
  };
}

it.each<[what: string, change: (outline: Outline) => Outline]>([
  ['title', (outline) => ({ ...outline, title: bomb })],
  ['summary', (outline) => ({ ...outline, summary: bomb })],
  [
    'chapter’s title',
    ({ sections: [first, ...others], ...outline }) => ({
      ...outline,
      sections: first ? [{ ...first, title: bomb }, ...others] : others,
    }),
  ],
])(
  'a %s that moderation refuses is neither stored nor shown, nothing is spoken, and the order fails for its topic',
  async (_what, change) => {
    const { id } = await production.order(1);
    const before = (await spoken()).length;
    const row = await production.make(id, { writer: titled(change) });
    expect(row).toMatchObject({
      ...{ status: 'failed', failure: 'Our hosts couldn’t talk about this topic.' },
      ...{ title: row.topic, summary: null },
    });
    expect(await spoken()).toHaveLength(before);
  },
  60_000,
);
