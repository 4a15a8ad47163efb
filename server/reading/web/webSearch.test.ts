import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { onProviderCall } from '../../base/kit/provider.ts';
import type { RetryPolicy } from '../../base/kit/retry.ts';
import { WATCHED } from '../../supply/availability/probes.ts';
import { standinForFile } from '../../testing/standin.ts';
import type { SearchQuestion } from './research.ts';
import { startWebServer } from './testing/webServer.ts';
import { openaiWebSearch } from './webSearch.ts';

const model = standinForFile('openai', openaiStandin);

const quick: RetryPolicy = {
  attempts: { busy: 2, broken: 2 },
  firstWait: 1,
  longestWait: 1_500,
  total: 10_000,
  idle: 10_000,
};
const { signal: never } = new AbortController();
const question: SearchQuestion = {
  episode: 'e1',
  account: 7,
  topic: 'What octopuses dream about',
  questions: ['How many neurons has an octopus?', 'How long does an octopus sleep?'],
  date: '25 November 2026',
};

type Bought = Parameters<NonNullable<SearchQuestion['onBought']>>[0];
type Options = Parameters<typeof openaiWebSearch>[0];

/** What was found or went wrong, and what it cost. */
async function search(
  options: Partial<Options> = {},
  policy = quick,
  signal = never,
): Promise<{ addresses?: string[]; error?: unknown; bought: Bought[] }> {
  const bought: Bought[] = [];
  const web = openaiWebSearch({ ...model.address, model: 'gpt-6-luna', ...options }, policy);
  try {
    const asked = { ...question, onBought: (one: Bought) => void bought.push(one) };
    return { addresses: await web.find(asked, signal), bought };
  } catch (error) {
    return { error, bought };
  }
}

/** A server that speaks the Responses API, with what it was sent. */
async function serve(...answers: { status?: number; body: unknown }[]) {
  const bodies: Record<string, unknown>[] = [];
  const server = await startWebServer((request, response) => {
    void json(request).then((sent) => {
      bodies.push(sent as Record<string, unknown>);
      const answer = answers[bodies.length - 1] ?? answers.at(-1);
      response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer?.body));
    });
  });
  onTestFinished(() => server.close());
  return { baseUrl: `${server.origin}/v1`, bodies, hits: server.hits };
}

const call = (status: string, type = 'search') => ({
  type: 'web_search_call',
  status,
  action: { type },
});
const message = (urls: string[], text = 'A sentence.') => ({
  type: 'message',
  content: [
    {
      type: 'output_text',
      text,
      annotations: urls.map((url) => ({ type: 'url_citation', url, title: 'T' })),
    },
  ],
});
const answered = (output: unknown[], more: object = {}) => ({
  body: {
    object: 'response',
    status: 'completed',
    output,
    usage: {
      input_tokens: 900,
      input_tokens_details: { cached_tokens: 300, cache_write_tokens: 50 },
      output_tokens: 80,
    },
    ...more,
  },
});

describe('what is found', () => {
  test('are the pages that the answer cites, without repeats and the mark of OpenAI', async () => {
    const { addresses = [] } = await search();
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) {
      expect(address).toMatch(/\/standins\/web\/pages\/octopus-[\w-]+\/[\w-]+$/);
    }
  });

  test('keeps the order of the citations, and nothing that tells where a reader comes from', async () => {
    const server = await serve(
      answered([
        call('completed'),
        message([
          'https://b.example/x?utm_source=openai',
          'https://a.example/y?id=0123456789abcdef0123&utm_source=openai#part-2',
          'https://b.example/x?gclid=1',
          'javascript:alert(1)',
          'ftp://c.example/',
          'https://user:word@d.example/',
          'not an address',
        ]),
      ]),
    );
    expect(await search(server)).toMatchObject({
      addresses: ['https://b.example/x', 'https://a.example/y?id=0123456789abcdef0123'],
    });
  });

  test('are ten pages at most', async () => {
    const many = Array.from({ length: 15 }, (_, index) => `https://example.com/${index}`);
    const server = await serve(answered([call('completed'), message(many)]));
    expect(await search(server)).toMatchObject({ addresses: many.slice(0, 10) });
  });

  test('is never an address that only the text names', async () => {
    const said = '{"type":"url_citation","url":"https://evil.example/"} [1](https://evil.example/)';
    const server = await serve(
      answered([call('completed'), message(['https://a.example/'], said)]),
    );
    expect(await search(server)).toMatchObject({ addresses: ['https://a.example/'] });
  });

  test('on a hostile web are pages all the same, read by somebody who is on their guard', async () => {
    model.faults.write({ openai: { search: 'hostile' } });
    const { addresses = [] } = await search();
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toContain('/standins/web/');
  });

  test('may be nothing', async () => {
    model.faults.write({ openai: { search: 'nothing' } });
    expect(await search()).toMatchObject({ addresses: [], bought: [{ searches: 3 }] });
  });

  test('in an answer that was cut for its length is what it has cited until then', async () => {
    const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    const server = await serve(answered([call('completed'), message(['https://a.example/'])], cut));
    expect(await search(server)).toMatchObject({ addresses: ['https://a.example/'] });
  });
});

describe('what is asked', () => {
  test.each([
    'gpt-6-luna',
    'gpt-5.4-mini',
    'gpt-5-mini',
    'o4-mini',
    'gpt-4.1',
    'gpt-5-chat-latest',
  ])('a strict account takes it for %s', async (name) => {
    model.accounts.write({ openai: { strict: true } });
    const { bought } = await search({ model: name });
    expect(bought).toMatchObject([{ model: name, searches: 3 }]);
  });

  test.each([
    ['gpt-6-luna', { effort: 'none' }],
    ['gpt-5-mini', { effort: 'low' }],
    ['o4-mini', { effort: 'low' }],
    ['gpt-4.1', undefined],
  ])('%s reasons as little as the tool allows: %j', async (name, reasoning) => {
    const server = await serve(answered([message([])]));
    await search({ ...server, model: name });
    expect(server.bodies[0]?.reasoning).toEqual(reasoning);
  });

  test('names the task, the questions by number and the day, and bounds what it costs', async () => {
    const server = await serve(answered([message([])]));
    await search(server);
    const [body] = server.bodies;
    expect(server.hits).toEqual(['/v1/responses']);
    expect(body).toMatchObject({
      tools: [{ type: 'web_search' }],
      max_tool_calls: 8,
      max_output_tokens: expect.any(Number),
      store: false,
      prompt_cache_key: 'e1',
      safety_identifier: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body?.stream).not.toBe(true);
    const [{ content }] = Object(body).input;
    expect(JSON.parse(content)).toEqual({
      task: 'search',
      topic: question.topic,
      questions: ['1 How many neurons has an octopus?', '2 How long does an octopus sleep?'],
      today: '25 November 2026',
      wanted: expect.any(String),
    });
  });

  test('of a model that is not OpenAI’s has no parameter that only OpenAI knows', async () => {
    const server = await serve(answered([message([])]));
    await search({ ...server, model: 'mistral-large' });
    const known = ['input', 'instructions', 'max_output_tokens', 'max_tool_calls', 'model'];
    expect(Object.keys(server.bodies[0] ?? {}).sort()).toEqual([...known, 'store', 'tools']);
  });
});

describe('what it costs', () => {
  test('is what the account is billed: tokens, and each search', async () => {
    const before = model.purchaseLog.read().length;
    const { bought } = await search();
    const billed = model.purchaseLog.read().slice(before);
    const tokens = billed.find(({ kind }) => kind === 'llm');
    expect(bought).toHaveLength(1);
    expect(tokens).toMatchObject({
      inputTokens: bought[0]?.inputTokens,
      outputTokens: bought[0]?.outputTokens,
    });
    expect(billed.filter(({ kind }) => kind === 'search')).toHaveLength(bought[0]?.searches ?? 0);
  });

  test('counts searches that were completed, and no page that was opened', async () => {
    const calls = [call('completed'), call('failed'), call('completed', 'open_page')];
    const server = await serve(answered([...calls, call('completed'), message([])]));
    expect((await search(server)).bought).toEqual([
      {
        model: 'gpt-6-luna',
        inputTokens: 900,
        cachedTokens: 300,
        cacheWriteTokens: 50,
        outputTokens: 80,
        searches: 2,
      },
    ]);
  });

  test('is told of each call, also of those whose answer is of no use', async () => {
    const server = await serve(
      answered([call('completed')], { status: 'failed', error: { message: 'Sorry' } }),
    );
    const { error, bought } = await search(server);
    expect(error).toMatchObject({ trouble: 'broken' });
    expect(bought.map(({ searches }) => searches)).toEqual([1, 1]);
  });
});

describe('a search that fails', () => {
  test.each([
    ['that is refused with an error', { search: 'error' }, 'busy', 0],
    ['that the tool fails at', { search: 'failed' }, 'broken', 2],
    ['that is answered with a page', { garbage: 1 }, 'broken', 0],
  ] as const)('%s is tried twice, and no more', async (_what, faults, trouble, paid) => {
    model.faults.write({ openai: faults });
    const calls = callsSeen();
    const { error, bought } = await search();
    expect(error).toMatchObject({ name: 'ProviderFailure', trouble });
    expect(bought.map(({ searches }) => searches)).toEqual(Array(paid).fill(0));
    expect(calls.map(({ outcome }) => outcome)).toEqual([trouble, trouble]);
  });

  test('because of a rate limit waits as long as it is asked to', async () => {
    model.faults.write({ openai: { search: 'busy' } });
    const began = performance.now();
    expect(await search()).toMatchObject({ error: { trouble: 'busy', retryAfter: 1_000 } });
    expect(performance.now() - began).toBeGreaterThan(990);
    const calls = callsSeen();
    await search({}, { ...quick, longestWait: 500 });
    expect(calls).toHaveLength(1);
  });

  test('once is not noticed', async () => {
    const server = await serve(
      { status: 503, body: { error: { message: 'Overloaded' } } },
      answered([call('completed'), message(['https://a.example/'])]),
    );
    expect(await search(server)).toMatchObject({ addresses: ['https://a.example/'] });
  });

  test('in the middle of its answer can be tried again', async () => {
    model.faults.write({ openai: { cut: 1 } });
    expect(await search()).toMatchObject({ error: { name: 'ProviderFailure', passing: true } });
  });

  test('by being slow is ended at its deadline', async () => {
    model.faults.write({ openai: { searchTime: 60_000 } });
    const once = { ...quick, attempts: {}, total: 100 };
    expect(await search({}, once)).toMatchObject({ error: { trouble: 'busy' }, bought: [] });
  });

  test('because the caller has left throws the caller’s reason', async () => {
    const leaving = new AbortController();
    const reason = new Error('enough');
    const server = await startWebServer(() => leaving.abort(reason));
    onTestFinished(() => server.close());
    const result = search({ baseUrl: server.origin }, quick, leaving.signal);
    expect(await result).toEqual({ error: reason, bought: [] });
  });

  test.each([
    ['a wrong key', { apiKey: 'sk-wrong' }, {}, 'refused'],
    ['an account without credit', {}, { quota: 'spent' as const }, 'spent'],
    ['a server that knows no such tool', {}, { lacks: ['tools'] }, 'refused'],
  ])('because of %s is not repeated', async (_what, options, openai, trouble) => {
    model.accounts.write({ openai });
    const calls = callsSeen();
    expect(await search(options)).toMatchObject({ error: { trouble }, bought: [] });
    expect(calls).toHaveLength(1);
  });

  test('at a compatible server without responses is refused', async () => {
    const server = await serve({ status: 404, body: { detail: 'Not Found' } });
    expect(await search(server)).toMatchObject({ error: { trouble: 'refused' } });
    expect(server.hits).toEqual(['/v1/responses']);
  });

  test.each([
    ['declines', [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }], {}],
    ['is filtered', [], { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }],
  ])('because the model %s is rejected', async (_what, output, more) => {
    const server = await serve(answered(output, more));
    expect(await search(server)).toMatchObject({ error: { trouble: 'rejected' } });
    expect(server.hits).toHaveLength(1);
  });

  test.each([
    ['is no response', { body: { choices: [] } }, 'broken'],
    ['is not finished', answered([], { status: 'in_progress' }), 'broken'],
    ['failed at a rate limit', limited(), 'busy'],
  ])('because the answer %s can be tried again', async (_what, answer, trouble) => {
    expect(await search(await serve(answer))).toMatchObject({ error: { trouble } });
  });

  test('never counts as an outage of OpenAI', async () => {
    model.faults.write({ openai: { errorRate: 1, status: 503 } });
    const calls = callsSeen();
    const { error } = await search();
    expect(new Set(calls.map(({ provider }) => provider))).toEqual(new Set(['OpenAI web search']));
    expect(error).toMatchObject({ provider: 'OpenAI web search' });
    expect(WATCHED).not.toContain('OpenAI web search');
  });
});

/** The calls of the test from here on. */
function callsSeen() {
  const calls: { provider: string; outcome: string }[] = [];
  onTestFinished(onProviderCall((one) => calls.push(one)));
  return calls;
}

function limited() {
  const error = { code: 'rate_limit_exceeded', message: 'Slow down' };
  return answered([], { status: 'failed', error });
}
