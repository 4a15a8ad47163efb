import { expect, test } from 'vitest';
import { localServers } from '../../server/testing/localServer.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import {
  otherModels,
  type RightModel,
  serveModel,
  wrongModels,
} from '../../server/testing/wrongModel.ts';
import { openaiStandin } from '../../standins/openai/openai.ts';
import { failuresIn, resultsOf } from './check.ts';
import type { ModelSubject } from './script/subject.ts';
import { holdModel } from './script/suite.ts';

const standin = standinForFile('openai', openaiStandin);
const openServer = localServers();
const policy = {
  attempts: { busy: 2, broken: 4, rejected: 2 },
  firstWait: 5,
  longestWait: 2_000,
  total: 10_000,
  idle: 5_000,
};

const rightModel: RightModel = async ({ stream: _, ...body }) => {
  const reply = await fetch(`${standin.address.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${standin.address.apiKey}`,
    },
    body: JSON.stringify({ ...body, stream_options: undefined }),
  });
  const { choices } = (await reply.json()) as {
    choices: [{ message: { content: string }; finish_reason: string }];
  };
  return { content: choices[0].message.content, finish: choices[0].finish_reason };
};

const holdAt = (subject: ModelSubject, at = policy) =>
  resultsOf((check) => holdModel(check, subject, { patience: at, longest: 30_000 }));

test('the stand-in passes', async () => {
  const results = await holdAt({ ...standin.address, model: 'gpt-6-luna' });
  expect(failuresIn(results)).toEqual({});
  expect(results.map(({ name }) => name)).toEqual(scriptChecks);
  expect(results[0]?.sentence).toContain('by a strict schema');
});

test.each(otherModels)('a model that $what passes, and it is said how', async (other) => {
  const baseUrl = await openServer((app) => serveModel(app, rightModel, other));
  const results = await holdAt({ baseUrl, apiKey: null, model: 'gpt-standin' });
  expect(failuresIn(results)).toEqual({});
  expect(results[0]?.sentence).toContain('with the schema in words and JSON mode');
});

test.each(wrongModels)('a model that $what fails, and hears why', async (wrong) => {
  const baseUrl = await openServer((app) => serveModel(app, rightModel, wrong));
  const at = wrong.what === 'never answers' ? { ...policy, total: 300, idle: 150 } : policy;
  const failures = failuresIn(await holdAt({ baseUrl, apiKey: null, model: 'gpt-standin' }, at));
  for (const [name, sentence] of Object.entries(wrong.fails))
    expect(failures[name]).toMatch(sentence);
  expect(Object.keys(failures)).toEqual(Object.keys(wrong.fails));
});

const scriptChecks = [
  'answers in JSON',
  'streams its answer',
  'writes lines',
  'says when it was cut',
  'refuses a wrong key',
  'notices a cut stream',
  'notices a refusal',
  'waits after a 429',
];
