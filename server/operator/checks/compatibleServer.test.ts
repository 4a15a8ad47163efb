import type { RequestHandler } from 'express';
import { expect, test } from 'vitest';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { localServers } from '../../testing/localServer.ts';
import { standinForFile } from '../../testing/standin.ts';
import { compatibleServerCheck } from './openaiCheck.ts';

const standin = standinForFile('openai', openaiStandin);
const serve = localServers();

async function check(account: { apiKey: string; baseUrl: string }, buy = false, model?: string) {
  const { signal } = new AbortController();
  return compatibleServerCheck({ account, model: model ?? 'gpt-6-luna' }, { buy, signal });
}

test('a server in order has the model, and writes with it only where that may cost something', async () => {
  const { address, purchaseLog } = standin;
  const written = () => purchaseLog.read().filter(({ kind }) => kind === 'llm').length;
  const before = written();
  expect(await check(address)).toEqual([
    { ok: true, sentence: `gpt-6-luna at ${address.baseUrl} writes the scripts.` },
  ]);
  expect(written()).toBe(before);
  expect((await check(address, true)).map(({ ok }) => ok)).toEqual([true, true]);
  expect(written()).toBe(before + 1);
});

test.each<[string, RequestHandler | null, RegExp]>([
  ['that is not there', null, /^Nothing answers at .*: is the server running, and is OPENAI_BASE/],
  [
    'that answers HTML',
    (_req, res) => void res.send('<h1>It works!</h1>'),
    /something other than a list of models: does OPENAI_BASE_URL end in \/v1\?$/,
  ],
  [
    'whose address lacks /v1',
    (_req, res) => void res.status(404).end(),
    /does OPENAI_BASE_URL end in/,
  ],
  [
    'that has other models',
    (_req, res) => void res.json({ data: [{ id: 'llama' }, { id: 'qwen' }] }),
    /has no gpt-6-luna: set OPENAI_MODEL to one of its own: llama, qwen\.$/,
  ],
  [
    'without a model',
    (_req, res) => void res.json({ data: [] }),
    /has no gpt-6-luna: set OPENAI_MODEL to its own\.$/,
  ],
  [
    'that wants another key',
    (_req, res) => void res.status(401).json({}),
    /refuses the key: set OPENAI_API_KEY to its own/,
  ],
  ['that is broken', (_req, res) => void res.status(500).json({}), /does not answer as it should/],
  ['that cuts its answer', (_req, res) => void res.destroy(), /^Nothing answers at/],
])('of a server %s one sentence says what to do', async (_what, answer, expected) => {
  const baseUrl = answer ? await serve((app) => app.use(answer)) : 'http://127.0.0.1:9/v1';
  const [found, ...more] = await check({ apiKey: 'key', baseUrl }, true);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ ok: false, sentence: expect.stringMatching(expected) });
});
