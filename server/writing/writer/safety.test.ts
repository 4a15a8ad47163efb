import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { SectionSpec } from '../script/scriptWriter.ts';
import { openaiWriter } from './openaiWriter.ts';

/* By what the model's provider tells our buyers apart: read off the wire. */

const body = z.object({ safety_identifier: z.string().optional(), messages: z.unknown() });
const asked: z.infer<typeof body>[] = [];
const app = express()
  .use(express.json())
  .use((req, res) => {
    asked.push(body.parse(req.body));
    // Enough is known, and whoever is refused asks once.
    res.status(403).json({ error: { message: 'No more.', type: null, param: null, code: null } });
  });
const server = createServer(app);
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ACCOUNT = 4_711;
const signal = AbortSignal.timeout(10_000);
const section: SectionSpec = {
  ...{ episode: 'ep-1', topic: 'Why do cats purr?', tone: 'Normal', style: 'Conversation' },
  ...{ minutes: 10, hostA: 'Rachel', hostB: 'Adam', account: ACCOUNT },
  outline: {
    title: 'The purr',
    summary: 'How cats purr.',
    sections: [{ title: 'The sound', goal: 'How it is made.', weight: 1 }],
  },
  ...{ section: 0, words: 60, place: 'middle', soFar: [] },
};

/** What went out with the plan and with a section of this episode. */
async function sent(
  more: Partial<SectionSpec> = {},
  { apiKey = 'sk-one', model = 'gpt-6-luna' } = {},
) {
  const { port } = server.address() as AddressInfo;
  const writer = openaiWriter({ apiKey, baseUrl: `http://127.0.0.1:${port}/v1`, model });
  const spec = { ...section, ...more };
  asked.length = 0;
  await expect(writer.plan(spec, signal)).rejects.toThrow('No more.');
  const first = writer.write(spec, signal)[Symbol.asyncIterator]().next();
  await expect(first).rejects.toThrow('No more.');
  const ids = asked.map(({ safety_identifier: id }) => id);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  return ids[0];
}

test('the plan and the script of an account carry one hash, the same for each of its episodes and for no other account', async () => {
  const one = await sent();
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(await sent({ episode: 'ep-2', topic: 'Tides' })).toBe(one);
  expect(await sent({ account: ACCOUNT + 1 })).not.toBe(one);
});

test('the hash names nobody: it holds no number of the account, and another key makes another one', async () => {
  const one = await sent();
  expect(await sent({}, { apiKey: 'sk-two' })).not.toBe(one);
  expect(JSON.stringify(asked)).not.toContain(String(ACCOUNT));
});

test.each([
  ['an episode of the house', { account: null }, 'gpt-6-luna'],
  ['a model that is not OpenAI’s own', {}, 'mistral-large'],
])('nothing is told of %s', async (_what, more, model) => {
  expect(await sent(more, { model })).toBeUndefined();
});
