import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcastLines } from '../../base/db/tables.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { eachBy } from '../../testing/eachBy.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import type { Verdict } from '../../writing/script/moderation.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

const spoken = async () =>
  (await production.entries()).flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));

it('every line is looked at once before it is spoken, title and summary with the first and follow-up questions after the last, in fewer calls than there are lines', async () => {
  const { id } = await production.order(1);
  const seen: string[] = [];
  let calls = 0;
  const before = new Set(await spoken());
  const { narrator } = production;
  /** Title and summary at the first look, and at each line that is spoken. */
  const shown: [title: string | undefined, summary: string | null | undefined][] = [];
  const note = async () => {
    const row = await production.rowOf(id);
    shown.push([row?.title, row?.summary]);
  };
  const moderate = async (text: string): Promise<Verdict> => {
    calls += 1;
    if (calls === 1) await note();
    for (const line of text.split('\n')) {
      if (!before.has(line)) expect(await spoken()).not.toContain(line);
      seen.push(line);
    }
    return 'allowed';
  };
  const speak: typeof narrator.speak = async (...asked) => {
    await note();
    return narrator.speak(...asked);
  };
  const tools = { moderator: eachBy(moderate), narratorOf: () => ({ ...narrator, speak }) };
  const row = await production.make(id, tools);
  expect(row).toMatchObject({ status: 'completed' });
  const lines = await production.db
    .select()
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, id));
  const { brief, outline, topic } = row;
  const questions = brief?.questions.map(({ text }) => text) ?? [];
  const titles = outline?.sections.map(({ title }) => title) ?? [];
  const heading = [...questions, outline?.title, outline?.summary, ...titles];
  expect(seen.slice(0, heading.length)).toEqual(heading);
  const [first, ...later] = shown;
  expect(first).toEqual([topic, null]);
  expect(later.length).toBeGreaterThan(0);
  for (const one of later) expect(one).toEqual([outline?.title, outline?.summary]);
  // What to ask next is shown as well, and spoken by nobody.
  const followUps = row.recap?.followUps ?? [];
  expect(followUps.length).toBeGreaterThan(0);
  const spokenLines = seen.slice(heading.length).filter((line) => !followUps.includes(line));
  // And some for which there was no time.
  expect(spokenLines).toEqual(expect.arrayContaining(lines.map(({ text }) => text)));
  expect(new Set(spokenLines).size).toBe(spokenLines.length);
  expect(calls).toBeLessThan(lines.length);
}, 60_000);

it('an episode that was stopped is not looked at again where it was spoken', async () => {
  const { id } = await production.order(1);
  const stop = new AbortController();
  const seen: string[] = [];
  let isStopping = false;
  const moderate = async (text: string): Promise<Verdict> => {
    seen.push(...text.split('\n'));
    return 'allowed';
  };
  const { episodeLog } = production.tools;
  const stopping = {
    ...episodeLog,
    async recordSpoken(...call: Parameters<typeof episodeLog.recordSpoken>) {
      await episodeLog.recordSpoken(...call);
      if (!isStopping) stop.abort(new Error('the instance goes down'));
      isStopping = true;
    },
  };
  const first = production.make(
    id,
    { moderator: eachBy(moderate), episodeLog: stopping },
    stop.signal,
  );
  await expect(first).rejects.toThrow('the instance goes down');
  const rows = await production.db
    .select()
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, id));
  const done = rows.flatMap(({ state, text }) => (state === 'spoken' ? [text] : []));
  expect(done.length).toBeGreaterThan(0);
  seen.length = 0;
  expect(await production.make(id, { moderator: eachBy(moderate) })).toMatchObject({
    status: 'completed',
  });
  expect(seen.filter((text) => done.includes(text))).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
}, 60_000);

it('while moderation is away an episode waits, and nothing counts against it', async () => {
  const { id } = await production.order(1);
  let refusals = 3;
  const moderate = async (): Promise<Verdict> => {
    refusals -= 1;
    if (refusals >= 0) throw new ProviderFailure('OpenAI', 'refused', 'Missing scopes');
    return 'allowed';
  };
  const row = await production.make(id, { moderator: eachBy(moderate) });
  expect(row).toMatchObject({ status: 'completed', attempts: 0 });
  expect(refusals).toBeLessThan(0);
}, 60_000);
