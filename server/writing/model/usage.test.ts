import { beforeAll, expect, test } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { eventually } from '../../testing/eventually.ts';
import { standinForFile } from '../../testing/standin.ts';
import type { ScriptWriter, SectionSpec, Usage } from '../script/scriptWriter.ts';
import { openaiWriter } from '../writer/openaiWriter.ts';
import { scriptRetries } from './model.ts';

const quick = {
  ...scriptRetries,
  attempts: { busy: 2, broken: 2, rejected: 2 },
  firstWait: 1,
  total: 20_000,
};
const never = new AbortController().signal;
const model = standinForFile('openai', openaiStandin);
let writer: ScriptWriter;
beforeAll(() => {
  writer = openaiWriter({ ...model.address, model: 'gpt-6-luna' }, quick);
});

async function asked(episode: string) {
  const used: Usage[] = [];
  const spec = {
    episode,
    topic: 'Why do cats purr?',
    tone: 'Normal',
    style: 'Conversation',
    minutes: 10,
    hostA: 'Rachel',
    hostB: 'Adam',
    onUsage: (usage: Usage) => used.push(usage),
  };
  const outline = await writer.plan(spec, never);
  const section: SectionSpec = {
    ...spec,
    outline,
    section: 1,
    words: 300,
    place: 'middle',
    soFar: [],
  };
  return { used, section };
}

async function all(lines: AsyncIterable<ScriptLine>): Promise<ScriptLine[]> {
  const taken: ScriptLine[] = [];
  for await (const line of lines) taken.push(line);
  return taken;
}

const charged = (episode: string) =>
  model.purchaseLog
    .read()
    .flatMap((entry) => (entry.kind === 'llm' && entry.episode === episode ? [entry] : []));

test('each call reports the tokens that the provider counted, streamed or not', async () => {
  const { used, section } = await asked('counted');
  await all(writer.write(section, never));
  expect(used).toEqual(
    charged('counted').map(({ inputTokens, outputTokens }) => ({
      model: 'gpt-6-luna',
      inputTokens,
      outputTokens,
      cachedTokens: expect.any(Number),
      cacheWriteTokens: expect.any(Number),
    })),
  );
  expect(used).toHaveLength(2);
});

test('most of the input of a later section comes from the cache', async () => {
  const { used, section } = await asked('cached');
  const soFar = await all(writer.write({ ...section, words: 900 }, never));
  const more = await all(writer.write({ ...section, section: 2, soFar }, never));
  await all(writer.write({ ...section, section: 3, soFar: [...soFar, ...more] }, never));
  const [, first, , third] = used;
  expect(first?.cachedTokens).toBe(0);
  expect(third?.cachedTokens).toBeGreaterThan((third?.inputTokens ?? 0) * 0.6);
});

test('the usage of a stream that is stopped early is estimated', async () => {
  const { used, section } = await asked('stopped');
  model.faults.write({ openai: { tokensPerSecond: 200 } });
  for await (const _ of writer.write(section, never)) break;
  const entry = await eventually('the stream is ended', async () =>
    charged('stopped').find(({ call }) => call === 'section'),
  );
  const reported = used.at(-1);
  expect(used).toHaveLength(2);
  expect(reported?.inputTokens).toBeGreaterThan(entry.inputTokens * 0.9);
  expect(reported?.inputTokens).toBeLessThan(entry.inputTokens * 1.1);
  expect(reported?.outputTokens).toBeGreaterThan(0);
  expect(reported?.outputTokens).toBeLessThanOrEqual(entry.outputTokens + 3);
});

test('a refused call reports no usage, and one that was cut reports what arrived', async () => {
  const { used, section } = await asked('failed');
  model.faults.write({ openai: { errorRate: 1, status: 503 } });
  await expect(all(writer.write(section, never))).rejects.toMatchObject({ trouble: 'busy' });
  expect(used).toHaveLength(1);
  model.faults.write({ openai: { cut: 1 } });
  const came: string[] = [];
  // How much of a cut answer arrives depends on the network; it may be nothing.
  await (async () => {
    for await (const { text } of writer.write({ ...section, words: 2_000 }, never)) came.push(text);
  })().catch(() => undefined);
  const cut = used.slice(1);
  expect(cut.length).toBeGreaterThan(0);
  for (const { inputTokens } of cut) expect(inputTokens).toBeGreaterThan(0);
  const paid = cut.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  expect(paid).toBeGreaterThanOrEqual(came.join('').length / 4);
});
