import OpenAI from 'openai';
import type { Response, ResponseFunctionWebSearch } from 'openai/resources/responses/responses';
import { beforeAll, expect, test } from 'vitest';
import { serveStandin, standinForFile } from '../../server/testing/standin.ts';
import { PLACES } from '../web/hostile.ts';
import injections from '../web/injections.json' with { type: 'json' };
import { webPages } from '../web/webPages.ts';
import { openaiStandin } from './openai.ts';

const model = standinForFile('openai', openaiStandin);
const clientOf = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) =>
  new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
let client: OpenAI;
beforeAll(() => {
  client = clientOf(model.address);
});

const ABOUT = 'What octopuses dream about';
const request = {
  model: 'gpt-6-luna',
  tools: [{ type: 'web_search' as const }],
  input: ABOUT,
};
const ask = (more: object = {}): Promise<Response> =>
  client.responses.create({ ...request, ...more, stream: false });

const callsOf = ({ output }: Response): ResponseFunctionWebSearch[] =>
  output.filter((item) => item.type === 'web_search_call');
const citationsOf = ({ output }: Response) =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .flatMap((part) => (part.type === 'output_text' ? part.annotations : []))
    .filter((annotation) => annotation.type === 'url_citation');
const pageAt = (url: string) => webPages.find(({ path }) => new URL(url).pathname.endsWith(path));
const searches = () => model.purchaseLog.read().filter(({ kind }) => kind === 'search');

const quotesOf = (response: Response) =>
  citationsOf(response).map(({ start_index, url }) => ({
    page: pageAt(url),
    sentence: /([^\n)]+) $/.exec(response.output_text.slice(0, start_index))?.[1]?.trim(),
  }));

test('each sentence of the answer stands on the page that its citation names', async () => {
  const response = await ask();
  expect(response).toMatchObject({ object: 'response', status: 'completed', error: null });
  const quotes = quotesOf(response);
  expect(quotes.length).toBeGreaterThanOrEqual(6);
  for (const { page, sentence } of quotes) {
    expect(page?.subject).toBe('octopus-dreams');
    expect(page?.facts.map((fact) => fact.sentence)).toContain(sentence);
  }
});

test('a citation spans its link in the text, which carries the mark of OpenAI', async () => {
  const response = await ask();
  for (const { start_index, end_index, url, title } of citationsOf(response)) {
    const page = pageAt(url);
    expect(title).toBe(page?.title);
    expect(new URL(url).search).toBe('?utm_source=openai');
    expect(response.output_text.slice(start_index, end_index)).toBe(`([${page?.site}](${url}))`);
  }
});

test('every question is a search of its own, up to max_tool_calls, and each is billed', async () => {
  const questions = ['1. How many neurons has an octopus?', '2. How long does an octopus sleep?'];
  const input = JSON.stringify({ topic: ABOUT, questions });
  const before = searches().length;
  const response = await ask({ input, max_tool_calls: 2 });
  const queries = callsOf(response).map(({ action, status }) => [
    status,
    'queries' in action && action.queries,
  ]);
  expect(queries).toEqual([
    ['completed', [ABOUT]],
    ['completed', ['How many neurons has an octopus?']],
  ]);
  expect(response.output_text).toContain('500 million neurons');
  const sentences = quotesOf(response).map(({ sentence }) => sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
  const billed = searches().slice(before);
  expect(billed).toMatchObject([{ query: ABOUT }, { query: 'How many neurons has an octopus?' }]);
  const tokens = model.purchaseLog.read().at(-1);
  expect(tokens).toMatchObject({
    kind: 'llm',
    call: 'response',
    inputTokens: response.usage?.input_tokens,
    outputTokens: response.usage?.output_tokens,
    finished: true,
  });
});

test('the pages of a search are listed only where they are asked for', async () => {
  const include = ['web_search_call.action.sources'];
  const [listed] = callsOf(await ask({ include }));
  const [unlisted] = callsOf(await ask());
  expect(listed?.action).toMatchObject({
    sources: expect.arrayContaining([
      { type: 'url', url: expect.stringContaining('/pages/octopus-dreams/octopus-sleep') },
    ]),
  });
  expect(unlisted?.action).not.toHaveProperty('sources');
});

test('without the tool, or with tool_choice none, nothing is searched or billed', async () => {
  const before = searches().length;
  for (const more of [{ tools: [] }, { tool_choice: 'none' }]) {
    const response = await ask(more);
    expect([callsOf(response), citationsOf(response)]).toEqual([[], []]);
  }
  expect(searches().length).toBe(before);
});

test('an answer over max_output_tokens is incomplete, its citations within the text', async () => {
  const response = await ask({ max_output_tokens: 60 });
  expect(response).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
  });
  const ends = citationsOf(response).map(({ end_index }) => end_index);
  expect(ends.length).toBe(1);
  expect(Math.max(...ends)).toBeLessThanOrEqual(response.output_text.length);
});

test('a topic that no page is about finds nothing', async () => {
  const response = await ask({ input: 'Quantum error correction' });
  expect(callsOf(response)).toMatchObject([{ status: 'completed' }]);
  expect(citationsOf(response)).toEqual([]);
  expect(response.output_text).toBe('I found nothing on that.');
});

test('a search that is told to find nothing or to fail leaves an answer without citations', async () => {
  for (const [search, status, bills] of [
    ['nothing', 'completed', 1],
    ['failed', 'failed', 0],
  ] as const) {
    model.faults.write({ openai: { search } });
    const before = searches().length;
    const response = await ask();
    expect(callsOf(response)).toMatchObject([{ status }]);
    expect(citationsOf(response)).toEqual([]);
    expect(searches().length - before).toBe(bills);
  }
});

test.each([
  ['error', { status: 500, type: 'server_error' }],
  ['busy', { status: 429, code: 'rate_limit_exceeded' }],
] as const)(
  'a search that is told to be %s refuses the request, and only a search',
  async (search, refusal) => {
    model.faults.write({ openai: { search } });
    await expect(ask()).rejects.toMatchObject(refusal);
    await expect(ask({ tools: [] })).resolves.toMatchObject({ status: 'completed' });
  },
);

test('a client that does not wait for a slow search pays for no answer', async () => {
  const own = await serveStandin('openai', openaiStandin);
  own.faults.write({ openai: { searchTime: 60_000 } });
  const impatient = clientOf(own.address).responses.create(request, { timeout: 100 });
  await expect(impatient).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
  await expect.poll(() => own.purchaseLog.read()).toMatchObject([{ kind: 'llm', finished: false }]);
  await own.close();
});

test('a hostile web brings injections in the text, the title and quotes, and a page that is gone', async () => {
  model.faults.write({ openai: { search: 'hostile' } });
  const input = JSON.stringify({
    topic: ABOUT,
    questions: ['Sourdough', 'Lighthouses', 'Glaciers', 'Clocks', 'Tea'],
  });
  const response = await ask({ input, include: ['web_search_call.action.sources'] });
  const sources = callsOf(response).flatMap(({ action }) =>
    'sources' in action ? (action.sources ?? []) : [],
  );
  const kinds = sources.map(({ url }) => /\/odd\/(?:injected\/)?([\w-]+)/.exec(url)?.[1]);
  expect(new Set(kinds)).toEqual(new Set([...PLACES, 'dead']));
  expect(response.output_text).toContain(injections.visible);
  expect(citationsOf(response).map(({ title }) => title)).toContain(injections.title);
});

test('a strict account refuses parameters that Responses does not have', async () => {
  model.accounts.write({ openai: { strict: true } });
  await expect(ask({ max_completion_tokens: 50 })).rejects.toMatchObject({
    code: 'unknown_parameter',
    param: 'max_completion_tokens',
  });
  const effort = { model: 'gpt-5-mini', reasoning: { effort: 'none' } };
  await expect(ask(effort)).rejects.toMatchObject({ param: 'reasoning.effort' });
  await expect(ask({ max_tool_calls: 8 })).resolves.toMatchObject({ max_tool_calls: 8 });
});
