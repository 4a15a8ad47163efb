import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { podcastFacts, podcasts } from '../base/db/tables.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { anAttachedSource } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { openProduction, type Production } from '../testing/production.ts';
import type { ScriptWriter } from '../writing/script/scriptWriter.ts';

/* Failures of an episode count as attempts; provider outages and a faulty machine do not. */

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await production.setFaults({});
});
afterAll(() => production.close());

const bought = () =>
  production.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
const whyClosed = () => production.tools.salesGate.pausedReason();

it('an outage in mid-script counts no attempt and buys nothing twice, even if the instance stops during it', async () => {
  const { id } = await production.order(1);
  const before = bought().length;
  let sections = 0;
  const writer: ScriptWriter = {
    ...production.tools.writer,
    async *write(spec, signal) {
      sections++;
      if (sections === 2) await production.setFaults({ openai: { errorRate: 1, status: 503 } });
      yield* production.tools.writer.write(spec, signal);
    },
  };
  const stop = new AbortController();
  const stopped = production.make(id, { writer }, stop.signal);
  await eventually('sales to pause', whyClosed, 60);
  await eventually('the written lines to be spoken', async () => {
    const row = await production.rowOf(id);
    return row && row.linesWritten > 0 && row.linesSpoken === row.linesWritten;
  });
  stop.abort(new Error('stopped by the test'));
  await expect(stopped).rejects.toThrow('stopped by the test');
  expect(await production.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });

  const making = production.make(id);
  await eventually(
    'the next worker waits, too',
    async () => (await production.rowOf(id))?.lease === 2,
  );
  await production.setFaults({});
  expect(await making).toMatchObject({ status: 'completed', attempts: 0 });
  expect(await whyClosed()).toBeNull();
  const texts = bought().slice(before);
  expect(new Set(texts).size).toBe(texts.length);
}, 120_000);

it('an episode that begins during an outage is read up on after it', async () => {
  const text = 'Hive number nine held 41 kilograms of honey in August. Clara weighed it twice.';
  const { id: source } = await anAttachedSource(
    production.db,
    { visitorKey: 'a visitor' },
    { text },
  );
  await production.setFaults({ openai: { errorRate: 1, status: 503 } });
  const stop = new AbortController();
  const first = production.make((await production.order(1)).id, {}, stop.signal);
  await eventually('sales to pause', whyClosed, 60);
  stop.abort(new Error('stopped by the test'));
  await expect(first).rejects.toThrow('stopped by the test');

  const { id } = await production.order(1, 'How much honey is there in a hive?');
  const attached = { sources: [source], onlyTheseSources: true };
  await production.db.update(podcasts).set(attached).where(eq(podcasts.id, id));
  const { writer, circuits, salesGate } = production.tools;
  let looked = 0;
  const isCapReached = () => {
    looked++;
    return salesGate.isCapReached();
  };
  const wasAway: boolean[] = [];
  const watched: ScriptWriter = {
    ...writer,
    async findFacts(...call) {
      wasAway.push(await circuits.isOpen('OpenAI'));
      return writer.findFacts(...call);
    },
  };
  const making = production.make(id, {
    writer: watched,
    salesGate: { ...salesGate, isCapReached },
  });
  await eventually('it has looked whether it may begin', async () => looked >= 3);
  expect(await whyClosed()).not.toBeNull();
  await production.setFaults({});
  expect(await making).toMatchObject({ status: 'completed', attempts: 0 });
  expect(wasAway).toEqual([false]);
  const facts = eq(podcastFacts.podcastId, id);
  expect(await production.db.$count(podcastFacts, facts)).toBeGreaterThan(0);
}, 120_000);

it('an episode fails after eight attempts if its provider serves others', async () => {
  const { id } = await production.order(1);
  let calls = 0;
  const plan = async () => {
    calls++;
    throw new ProviderFailure('OpenAI', 'broken', 'no outline', { retryAfter: 24 * 3_600_000 });
  };
  // A Retry-After of a day is limited to ten minutes.
  const writer = { ...production.tools.writer, plan };
  const making = production.make(id, { writer, pace: 1e-6 });
  expect(await making).toMatchObject({ status: 'failed', attempts: 8 });
  expect(calls).toBe(8);
  expect(await whyClosed()).toBeNull();
}, 60_000);

it('a faulty machine hands an episode back, and one that recovers goes on, without counting an attempt', async () => {
  const { id } = await production.order(1);
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  const faulty = production.make(id, { checkMachine: async () => false });
  await expect(faulty).rejects.toThrow('handed back');
  expect(await production.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });

  let checks = 0;
  const checkMachine = async () => {
    checks++;
    if (checks > 9) vi.unstubAllEnvs();
    return true;
  };
  expect(await production.make(id, { checkMachine })).toMatchObject({
    status: 'completed',
    attempts: 0,
  });
  expect(checks).toBe(10);
}, 60_000);
