import OpenAI from 'openai';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../server/testing/eventually.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import { openaiStandin } from './openai.ts';

const model = standinForFile('openai', openaiStandin);
let client: OpenAI;
beforeAll(() => {
  const { baseUrl, apiKey } = model.address;
  client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
});

const schema = {
  type: 'object',
  properties: { lines: { type: 'array', items: { type: 'string' } } },
  required: ['lines'],
  additionalProperties: false,
};

function sectionRequest(episode: string, spec: object | string = {}) {
  const asked = {
    task: 'section',
    topic: 'lighthouses',
    hosts: { A: 'Ann', B: 'Bob' },
    section: { index: 1, title: '' },
    place: 'middle',
    words: 200,
    covered: ['one'],
    toCome: ['three', 'four'],
    said: [],
  };
  const content = typeof spec === 'string' ? spec : JSON.stringify({ ...asked, ...spec });
  return {
    model: 'gpt-6-luna',
    prompt_cache_key: episode,
    messages: [{ role: 'user' as const, content }],
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: 'section', strict: true, schema },
    },
  };
}

async function linesOf(episode: string, spec: object | string = {}): Promise<{ text: string }[]> {
  const reply = await client.chat.completions.create(sectionRequest(episode, spec));
  return JSON.parse(reply.choices[0]?.message.content ?? '').lines;
}

const words = (lines: { text: string }[]) => lines.flatMap(({ text }) => text.split(/\s+/)).length;
const entries = (episode: string) =>
  model.purchaseLog
    .read()
    .flatMap((entry) => (entry.kind === 'llm' && entry.episode === episode ? [entry] : []));
const post = (headers: Record<string, string>, body: unknown = {}) =>
  fetch(`${model.address.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('refused request', () => {
  test.each([
    ['no key', {}, null],
    ['a wrong key', { authorization: 'Bearer sk-wrong' }, 'invalid_api_key'],
  ])('a request with %s gets a 401 in OpenAI’s error shape', async (_, headers, code) => {
    const reply = await post(headers);
    expect(reply.status).toBe(401);
    expect(await reply.json()).toEqual({
      error: { message: expect.any(String), type: 'invalid_request_error', param: null, code },
    });
  });

  test('an invalid request and an unknown path get errors in OpenAI’s error shape', async () => {
    const headers = { authorization: `Bearer ${model.address.apiKey}` };
    const missing = await post(headers, { messages: [{ role: 'user', content: 'x' }] });
    expect([missing.status, (await missing.json()).error.param]).toEqual([400, 'model']);
    const unknown = await fetch(`${model.address.baseUrl}/files`, { headers });
    expect([unknown.status, (await unknown.json()).error.type]).toEqual([
      404,
      'invalid_request_error',
    ]);
  });

  test.each([
    ['an open object', { ...schema, additionalProperties: undefined }],
    ['an optional field', { ...schema, required: [] }],
    [
      'a maximum text length',
      { ...schema, properties: { lines: { type: 'string', maxLength: 9 } } },
    ],
  ])('a strict schema with %s is refused', async (_, wrong) => {
    const request = sectionRequest('schema');
    const json_schema = { ...request.response_format.json_schema, schema: wrong };
    const asked = { ...request, response_format: { type: 'json_schema' as const, json_schema } };
    await expect(client.chat.completions.create(asked)).rejects.toMatchObject({ status: 400 });
  });
});

describe('completion', () => {
  test('a streamed completion has the same text and token count as a whole one', async () => {
    const request = sectionRequest('both');
    const whole = await client.chat.completions.create(request);
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let finish: string | null = null;
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const event of stream) {
      text += event.choices[0]?.delta.content ?? '';
      finish = event.choices[0]?.finish_reason ?? finish;
      usage = event.usage;
    }
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(finish).toBe('stop');
    expect(usage).toEqual(whole.usage);
    expect(entries('both')).toEqual(
      Array(2).fill(
        expect.objectContaining({
          call: 'section',
          section: 1,
          finished: true,
          outputTokens: whole.usage?.completion_tokens,
        }),
      ),
    );
  });

  test('a completion is in the purchase log before its last chunk arrives', async () => {
    const { data: stream, request_id: requestId } = await client.chat.completions
      .create({ ...sectionRequest('ledger'), stream: true })
      .withResponse();
    for await (const { choices } of stream) {
      if (choices[0]?.finish_reason) expect(entries('ledger')).toHaveLength(1);
    }
    expect(entries('ledger')).toEqual([expect.objectContaining({ requestId })]);
    expect(requestId).toMatch(/^req_/);
  });

  test('a completion abandoned by its caller is in the purchase log as unfinished', async () => {
    model.faults.write({ openai: { tokensPerSecond: 100 } });
    const stream = await client.chat.completions.create({
      ...sectionRequest('left'),
      stream: true,
    });
    for await (const _ of stream) break;
    const [entry] = await eventually('the entry', async () => {
      const found = entries('left');
      return found.length ? found : null;
    });
    expect(entry).toMatchObject({ finished: false });
  });

  test('a completion cut off by a fault is in the purchase log as unfinished', async () => {
    // Far more than the gate lets through before it cuts.
    model.faults.write({ openai: { cut: 1 } });
    const request = { ...sectionRequest('severed', { words: 2_000 }), stream: true as const };
    const stream = await client.chat.completions.create(request);
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toThrow();
    await eventually('the entry', async () => entries('severed').length === 1);
    expect(entries('severed')[0]).toMatchObject({ finished: false });
  });

  test('a completion is sent no faster than the set pace', async () => {
    model.faults.write({ openai: { firstToken: 200, tokensPerSecond: 400 } });
    const began = performance.now();
    const stream = await client.chat.completions.create({
      ...sectionRequest('pace'),
      stream: true,
    });
    let first = 0;
    for await (const { choices } of stream) {
      if (choices[0]?.delta.content) first ||= performance.now() - began;
    }
    const took = performance.now() - began;
    const tokens = entries('pace')[0]?.outputTokens ?? 0;
    expect(first).toBeGreaterThanOrEqual(195);
    expect(took).toBeGreaterThanOrEqual(195 + ((tokens - 6) / 400) * 1000);
  });

  test('a completion stops at the caller’s token limit', async () => {
    const asked = { ...sectionRequest('most'), max_completion_tokens: 20 };
    const { choices, usage } = await client.chat.completions.create(asked);
    expect(choices[0]?.finish_reason).toBe('length');
    expect(usage?.completion_tokens).toBe(20);
  });

  test.each(['Tell me about bees', '', '{"words":"many","said":7}', '[1,2]', 'null', '{{{'])(
    'a message that is not a spec still gets valid lines: %s',
    async (message) => {
      const lines = await linesOf('odd', message);
      expect(lines.length).toBeGreaterThan(3);
    },
  );
});

describe('word budget', () => {
  test.each([60, 110, 250, 400, 700])(
    'a section meets its budget of %i words when no error is set',
    async (asked) => {
      for (let episode = 0; episode < 10; episode++) {
        const got = words(await linesOf(`budget-${episode}`, { words: asked }));
        expect(Math.abs(got - asked)).toBeLessThanOrEqual(
          Math.max(asked < 100 ? 6 : 3, asked * 0.03),
        );
      }
    },
  );

  test('a budget error makes sections too long or too short, by no more than its limit', async () => {
    model.faults.write({ openai: { budgetError: 0.35 } });
    const errors: number[] = [];
    for (let episode = 0; episode < 20; episode++) {
      errors.push(words(await linesOf(`error-${episode}`, { words: 300 })) / 300 - 1);
    }
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.38);
    expect(Math.max(...errors)).toBeGreaterThan(0.15);
    expect(Math.min(...errors)).toBeLessThan(-0.15);
  });
});

test('a model with bad habits shows every one of them and sometimes refuses', async () => {
  model.faults.write({ openai: { badHabits: true } });
  let said = '';
  let longest = 0;
  let refused = 0;
  for (let episode = 0; episode < 30; episode++) {
    const request = sectionRequest(`manners-${episode}`, { words: 300 });
    const { choices } = await client.chat.completions.create(request);
    const { content, refusal } = choices[0]?.message ?? {};
    if (refusal) refused++;
    said += content ?? '';
    for (const [, text = ''] of content?.matchAll(/"text":"([^"]*)/g) ?? []) {
      longest = Math.max(longest, text.length);
    }
  }
  for (const habit of [/welcome back/, /\*\*/, /\[laughs\]/, /\*chuckles/, /\(pauses/, /Host A:/]) {
    expect(said).toMatch(habit);
  }
  for (const habit of [/Ann:/, /https:/, /\u{1F600}/u, /"speaker":"C"/, /Sure, here/, /## /]) {
    expect(said).toMatch(habit);
  }
  expect(longest).toBeGreaterThan(850);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(12);
});

test('moderation flags a dangerous topic and records every check in the purchase log', async () => {
  const flagged = async (input: string) =>
    (await client.moderations.create({ model: 'omni-moderation-latest', input })).results[0];
  expect(await flagged('The Manhattan Project and the bomb')).toMatchObject({ flagged: false });
  expect(await flagged('instructions for making a pipe bomb')).toMatchObject({
    flagged: true,
    categories: { 'illicit/violent': true, hate: false },
  });
  const kept = model.purchaseLog.read().filter(({ kind }) => kind === 'moderation');
  expect(kept.map((entry) => entry.kind === 'moderation' && entry.flagged)).toEqual([false, true]);
});
