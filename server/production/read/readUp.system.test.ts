import { once } from 'node:events';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webPages } from '../../../standins/web/webPages.ts';
import { newToken } from '../../base/db/newToken.ts';
import { expenses, podcastFacts, podcastSources, podcasts, sources } from '../../base/db/tables.ts';
import { LeaseLost } from '../../episodes/log/lease.ts';
import { openProduction, type Production } from '../../testing/production.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());
beforeEach(() => production.setFaults({}));

const TOPIC = 'How do honey bees dance, and how many eggs does a queen lay?';
const PAGES = webPages.map(({ facts }) => facts.map(({ sentence }) => sentence).join(' '));

const order = async (patch: Partial<typeof podcasts.$inferInsert> = {}) => {
  const { id } = await production.order(1, TOPIC);
  if (Object.keys(patch).length) {
    await production.db.update(podcasts).set(patch).where(eq(podcasts.id, id));
  }
  return id;
};
const make = (
  id: number,
  other: Parameters<Production['make']>[1] = {},
  signal?: Parameters<Production['make']>[2],
) => production.make(id, { ...production.readingUp, ...other }, signal);
const sourcesOf = (id: number) =>
  production.db
    .select()
    .from(podcastSources)
    .where(eq(podcastSources.podcastId, id))
    .orderBy(asc(podcastSources.number));
const factsOf = (id: number) =>
  production.db
    .select()
    .from(podcastFacts)
    .where(eq(podcastFacts.podcastId, id))
    .orderBy(asc(podcastFacts.number));
const searches = async () =>
  (await production.entries()).filter(({ kind }) => kind === 'search').length;

async function attach(text: string): Promise<string> {
  const id = newToken();
  await production.db.insert(sources).values({
    id,
    visitorKey: id,
    kind: 'text',
    title: 'My notes',
    text,
    words: text.split(' ').length,
    contentHash: id,
  });
  return id;
}

it('an episode rests on facts whose words stand in their pages, and each line names its own', async () => {
  const before = await searches();
  const id = await order();
  const row = await make(id);
  expect(row).toMatchObject({ status: 'completed', stage: 'emailing' });
  expect(row.researchedAt).not.toBeNull();
  const read = await sourcesOf(id);
  const facts = await factsOf(id);
  expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(['web', 'wikipedia']));
  expect(read.find(({ kind }) => kind === 'wikipedia')).toMatchObject({
    licence: expect.stringMatching(/^CC BY-SA/),
    revision: expect.stringMatching(/^\d+$/),
  });
  expect(facts.length).toBeGreaterThan(4);
  for (const { quote, source } of facts) {
    expect(PAGES.some((page) => page.includes(quote))).toBe(true);
    expect(read.map(({ number }) => number)).toContain(source);
  }
  const lines = await production.linesOf(id);
  const numbers = new Set(facts.map(({ number }) => number));
  expect(lines.flatMap((line) => line.facts).every((fact) => numbers.has(fact))).toBe(true);
  expect(lines.some(({ basis, facts }) => basis === 'fact' && facts.length > 0)).toBe(true);
  const bills = await production.db.select().from(expenses).where(eq(expenses.podcastId, id));
  const bought = bills.reduce((sum, bill) => sum + bill.searches, 0);
  expect(bought).toBe((await searches()) - before);
  expect(bought).toBeGreaterThan(0);
}, 90_000);

it('what the search found, and what was read, is not bought again after a crash', async () => {
  const id = await order();
  const { researchLog, writer } = production.tools;
  let kept = 0;
  const crashing = {
    ...researchLog,
    async addSource(...source: Parameters<typeof researchLog.addSource>) {
      if (kept++ === 1) throw new LeaseLost(id);
      return researchLog.addSource(...source);
    },
  };
  const before = await searches();
  await make(id, { researchLog: crashing });
  const bought = (await searches()) - before;
  expect((await production.rowOf(id))?.pagesFound?.length).toBeGreaterThan(1);
  const read = await sourcesOf(id);
  expect(read.length).toBeGreaterThan(0);

  const asked: unknown[] = [];
  const watched: typeof writer = {
    ...writer,
    findFacts(spec, source, signal) {
      asked.push('url' in source ? source.url : null);
      return writer.findFacts(spec, source, signal);
    },
  };
  const row = await make(id, { writer: watched });
  expect(row.status).toBe('completed');
  expect((await searches()) - before).toBe(bought);
  expect((await sourcesOf(id)).slice(0, read.length)).toEqual(read);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((url) => read.some(({ origin }) => origin === url))).toEqual([]);
}, 90_000);

it('a long text is read to its end, chunk by chunk, and none of them twice after a crash', async () => {
  const days = Array.from(
    { length: 700 },
    (_, day) => `On day ${day} hive ${day} held ${day + 9} bees.`,
  );
  const id = await order({ sources: [await attach(days.join('\n\n'))], onlyTheseSources: true });
  const { researchLog, writer } = production.tools;
  const asked: string[] = [];
  const watched: typeof writer = {
    ...writer,
    findFacts(spec, source, signal) {
      asked.push(source.text);
      return writer.findFacts(spec, source, signal);
    },
  };
  let added = 0;
  const crashing = {
    ...researchLog,
    async addChunk(...chunk: Parameters<typeof researchLog.addChunk>) {
      if (added++ >= 1) throw new LeaseLost(id);
      await researchLog.addChunk(...chunk);
    },
  };
  await make(id, { writer: watched, researchLog: crashing });
  const [begun] = await sourcesOf(id);
  expect(begun?.chunks).toBeGreaterThan(2);
  expect(begun?.readChunks).toHaveLength(1);
  const before = [...new Set(asked.splice(0))];
  expect((await make(id, { writer: watched })).status).toBe('completed');
  const [read] = await sourcesOf(id);
  expect(read?.readChunks.toSorted()).toEqual(read?.chosenChunks);
  expect(asked).not.toContain(before[begun?.readChunks[0] ?? 0]);
  const facts = await factsOf(id);
  expect(facts.some(({ quote }) => /day 6\d\d /.test(quote))).toBe(true);
}, 90_000);

it('what was read of a text before time was up is kept, and the rest is named as not read', async () => {
  const days = Array.from(
    { length: 700 },
    (_, day) => `On day ${day} hive ${day} held ${day + 9} bees.`,
  );
  const id = await order({ sources: [await attach(days.join('\n\n'))], onlyTheseSources: true });
  const { writer } = production.tools;
  const late: typeof writer = {
    ...writer,
    async findFacts(spec, source, signal) {
      if (!source.text.includes('day 0 ')) await once(signal, 'abort');
      return writer.findFacts(spec, source, signal);
    },
  };
  const row = await make(id, { writer: late, readingTime: 3_000 });
  expect(row.status).toBe('completed');
  const [read] = await sourcesOf(id);
  expect(read?.readChunks).toEqual([0]);
  expect(read?.chunks).toBeGreaterThan(2);
  expect((await factsOf(id)).length).toBeGreaterThan(0);
}, 90_000);

it('an episode that has told all of its facts asks the same source for others, once', async () => {
  const days = Array.from(
    { length: 60 },
    (_, day) => `On day ${day} the hive held ${day + 9} bees.`,
  );
  const { id } = await production.order(4, TOPIC);
  const attached = await attach(days.join('\n\n'));
  const patch = { sources: [attached], onlyTheseSources: true };
  await production.db.update(podcasts).set(patch).where(eq(podcasts.id, id));
  const { writer } = production.tools;
  const FIRST = 2;
  const known: (string[] | undefined)[] = [];
  const sparing: typeof writer = {
    ...writer,
    async findFacts(spec, source, signal) {
      known.push(source.known);
      const { paper, facts } = await writer.findFacts(spec, source, signal);
      return { paper, facts: source.known ? facts : facts.slice(0, FIRST) };
    },
  };
  expect((await make(id, { writer: sparing })).status).toBe('completed');
  const facts = await factsOf(id);
  expect(known).toEqual([undefined, facts.slice(0, FIRST).map(({ text }) => text)]);
  expect(facts.length).toBeGreaterThan(FIRST);
  const usedFacts = (await production.linesOf(id)).flatMap((line) => line.facts);
  expect(Math.max(...usedFacts)).toBeGreaterThan(FIRST);
}, 90_000);

it('what was brought comes first and in its order, though it is read last and after a crash', async () => {
  const [second, first] = [
    await attach('Our hive number seven swarmed on 3 May 2024, a warm day with no wind.'),
    await attach('Hive number nine held 41 kilograms of honey in August. Clara weighed it twice.'),
  ];
  const id = await order({ sources: [first, second] });
  const { researchLog, writer } = production.tools;
  const hasFound = Promise.withResolvers<void>();
  const patient: typeof writer = {
    ...writer,
    async findFacts(spec, source, signal) {
      if (source.title === 'My notes') await hasFound.promise;
      return writer.findFacts(spec, source, signal);
    },
  };
  const crashing = {
    ...researchLog,
    async addChunk(...chunk: Parameters<typeof researchLog.addChunk>) {
      const [, { source }] = chunk;
      if (source === 1) throw new LeaseLost(id);
      await researchLog.addChunk(...chunk);
      if (source > 2) hasFound.resolve();
    },
  };
  await make(id, { writer: patient, researchLog: crashing });
  const found = (await sourcesOf(id)).filter(({ kind }) => kind !== 'text');
  expect(found.length).toBeGreaterThan(0);
  expect((await make(id)).status).toBe('completed');
  const read = await sourcesOf(id);
  expect(read.slice(0, 2)).toMatchObject([
    { number: 1, origin: first },
    { number: 2, origin: second },
  ]);
  expect(read.map(({ number }) => number)).toEqual(read.map((_, index) => index + 1));
  expect(read).toEqual(expect.arrayContaining(found));
  const work = await production.episodeLog.acquire(id);
  const facts = work ? await researchLog.facts(work) : [];
  const places = facts.map(({ source }) => source);
  expect(places[0]).toBe(1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
}, 90_000);

it.each(['nothing', 'failed', 'error', 'busy'] as const)(
  'a search that brings %s costs no episode',
  async (search) => {
    await production.setFaults({ openai: { search } });
    const id = await order();
    const row = await make(id, { encyclopedia: null });
    expect(row.status).toBe('completed');
    expect(await factsOf(id)).toEqual([]);
    const lines = await production.linesOf(id);
    expect(lines.every(({ basis, facts }) => basis === null && facts.length === 0)).toBe(true);
  },
  60_000,
);

it('pages that give orders are obeyed by nobody', async () => {
  await production.setFaults({ openai: { search: 'hostile' } });
  const id = await order();
  expect((await make(id)).status).toBe('completed');
  const facts = await factsOf(id);
  const lines = await production.linesOf(id);
  const all = [...facts.map(({ text, quote }) => `${text} ${quote}`), ...lines.map((l) => l.text)];
  expect(
    all.filter((text) => /ignore|previous instructions|system prompt|banana/i.test(text)),
  ).toEqual([]);
}, 60_000);

it('only what was brought is read where its listener wants no more', async () => {
  const notes = await attach(
    'Our hive number seven swarmed on 3 May 2024. It held 41 kilograms of honey in August. Clara weighed it twice.',
  );
  const before = await searches();
  const id = await order({ sources: [notes, 'gone'], onlyTheseSources: true });
  expect((await make(id)).status).toBe('completed');
  expect(await searches()).toBe(before);
  expect(await sourcesOf(id)).toMatchObject([{ kind: 'text', title: 'My notes', origin: notes }]);
  expect((await factsOf(id)).length).toBeGreaterThan(0);
}, 60_000);

it('one that was to rest on what is gone by now is not made of anything else', async () => {
  const before = await searches();
  const id = await order({ sources: ['gone', 'gone too'], onlyTheseSources: true });
  expect(await make(id)).toMatchObject({
    status: 'failed',
    failure:
      'Your sources were deleted before they could be read, and this was to rest on them alone.',
  });
  expect(await searches()).toBe(before);
  expect(await production.linesOf(id)).toEqual([]);
  const free = await order({ sources: ['gone'] });
  expect((await make(free)).status).toBe('completed');
}, 60_000);

it('what was read before it was deleted is kept by its episode', async () => {
  const notes = await attach(
    'Our hive number seven swarmed on 3 May 2024, a warm day with no wind.',
  );
  const id = await order({ sources: [notes], onlyTheseSources: true });
  const stop = new AbortController();
  const researchLog = {
    ...production.tools.researchLog,
    async end() {
      stop.abort(new Error('killed'));
      throw stop.signal.reason;
    },
  };
  await make(id, { researchLog }, stop.signal).catch(() => {});
  await production.db.delete(sources).where(eq(sources.id, notes));
  expect((await make(id)).status).toBe('completed');
  expect(await factsOf(id)).not.toEqual([]);
}, 60_000);

it('an episode that waits at the spending cap for longer than it may read still reads', async () => {
  const notes = await attach(
    'Our hive number seven swarmed on 3 May 2024. It held 41 kilograms of honey in August.',
  );
  const id = await order({ sources: [notes], onlyTheseSources: true });
  const readingTime = 3_000;
  const began = performance.now();
  const isCapReached = async () => performance.now() - began < readingTime + 1_000;
  const salesGate = { ...production.tools.salesGate, isCapReached };
  const row = await make(id, { readingTime, salesGate });
  expect(row.status).toBe('completed');
  expect(await isCapReached()).toBe(false);
  expect(row.researchSeconds).toBeLessThan(readingTime / 1000);
  expect(await sourcesOf(id)).toMatchObject([{ kind: 'text', origin: notes }]);
  expect(await factsOf(id)).not.toEqual([]);
}, 60_000);

it('when pages do not come in time, what there is is used', async () => {
  await production.setFaults({ web: { latency: 60_000 } });
  const notes = await attach(
    'Our hive number seven swarmed on 3 May 2024, a warm day with no wind.',
  );
  const id = await order({ sources: [notes] });
  const readingTime = 5_000;
  // Its articles are in memory.
  const row = await make(id, { encyclopedia: null, readingTime });
  expect(row.status).toBe('completed');
  expect(row.researchSeconds).toBeGreaterThan(readingTime / 1000 - 0.1);
  expect(row.researchSeconds).toBeLessThan(readingTime / 1000 + 2);
  expect(await sourcesOf(id)).toMatchObject([{ kind: 'text' }]);
}, 90_000);
