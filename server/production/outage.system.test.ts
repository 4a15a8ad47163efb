import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ProviderFailure } from '../provider.ts';
import type { ScriptWriter } from '../script/script.ts';
import { eventually } from '../testing/eventually.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

/* What counts against an episode: not that a provider is away, nor that this machine is ill. */

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await studio.setFaults({});
});
afterAll(() => studio.close());

const bought = () =>
  studio.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
const whyClosed = () => studio.tools.till.whyClosed();

it('an outage in mid-script counts nothing and buys nothing twice, though the instance stops in it', async () => {
  const { id } = await studio.order(1);
  const before = bought().length;
  let sections = 0;
  const writer: ScriptWriter = {
    ...studio.tools.writer,
    async *write(brief, signal) {
      sections++;
      if (sections === 2) await studio.setFaults({ openai: { errorRate: 1, status: 503 } });
      yield* studio.tools.writer.write(brief, signal);
    },
  };
  const stop = new AbortController();
  const stopped = studio.make(id, { writer }, stop.signal);
  await eventually('sales to pause', whyClosed, 60);
  await eventually('what was written to be spoken', async () => {
    const row = await studio.rowOf(id);
    return row && row.linesWritten > 0 && row.linesSpoken === row.linesWritten;
  });
  stop.abort(new Error('told to stop'));
  await expect(stopped).rejects.toThrow('told to stop');
  expect(await studio.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });

  const making = studio.make(id);
  await eventually('the next one waits, too', async () => (await studio.rowOf(id))?.lease === 2);
  await studio.setFaults({});
  expect(await making).toMatchObject({ status: 'completed', attempts: 0 });
  expect(await whyClosed()).toBeNull();
  const texts = bought().slice(before);
  expect(new Set(texts).size).toBe(texts.length);
}, 120_000);

it('eight failures of its own, while its provider serves others, give an episode up', async () => {
  const { id } = await studio.order(1);
  let calls = 0;
  const plan = async () => {
    calls++;
    throw new ProviderFailure('OpenAI', 'broken', 'no outline', { retryAfter: 24 * 3_600_000 });
  };
  // Even a provider that asks for a day is waited for no longer than ten minutes.
  const writer = { ...studio.tools.writer, plan };
  const making = studio.make(id, { writer, pace: 1e-6 });
  expect(await making).toMatchObject({ status: 'failed', attempts: 8 });
  expect(calls).toBe(8);
  expect(await whyClosed()).toBeNull();
}, 60_000);

it('a machine that is ill hands an episode back, and one that was is forgiven, without a count', async () => {
  const { id } = await studio.order(1);
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  const sick = studio.make(id, { checkMachine: async () => false });
  await expect(sick).rejects.toThrow('handed back');
  expect(await studio.rowOf(id)).toMatchObject({ status: 'processing', attempts: 0 });

  let checks = 0;
  const checkMachine = async () => {
    checks++;
    if (checks > 9) vi.unstubAllEnvs();
    return true;
  };
  expect(await studio.make(id, { checkMachine })).toMatchObject({
    status: 'completed',
    attempts: 0,
  });
  expect(checks).toBe(10);
}, 60_000);
