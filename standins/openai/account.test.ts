import OpenAI from 'openai';
import { beforeAll, expect, test } from 'vitest';
import { serveStandin, standinForFile } from '../../server/testing/standin.ts';
import { freshOpenai } from './account.ts';
import { openaiStandin } from './openai.ts';

const model = standinForFile('openai', openaiStandin);
let client: OpenAI;
beforeAll(() => {
  const { baseUrl, apiKey } = model.address;
  client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
});

const request = { model: 'gpt-6-luna', messages: [{ role: 'user' as const, content: 'Bees' }] };
const chat = (more: object = {}) => client.chat.completions.create({ ...request, ...more });
const harmless = { model: 'omni-moderation-latest', input: 'bees' };

test('a restricted key gets a 401 that names the missing scope, at each endpoint', async () => {
  model.accounts.write({ openai: { scopes: ['chat'] } });
  await expect(chat()).resolves.toMatchObject({ object: 'chat.completion' });
  const missing = { status: 401, message: expect.stringContaining('Missing scopes') };
  await expect(client.moderations.create(harmless)).rejects.toMatchObject(missing);
  await expect(client.models.list()).rejects.toMatchObject(missing);
  model.accounts.write({ openai: { scopes: ['moderation', 'models'] } });
  await expect(chat()).rejects.toMatchObject(missing);
  expect((await client.moderations.create(harmless)).results).toHaveLength(1);
});

test.each([
  [{ verified: false }, { stream: true }, '400 unsupported_value', 'stream'],
  [{ models: ['gpt-5-mini'] }, {}, '404 model_not_found', null],
  [{ quota: 'spent' }, {}, '429 insufficient_quota', null],
  [{ strict: true }, { mood: 'good' }, '400 unknown_parameter', 'mood'],
  [{ lacks: ['seed'] }, { seed: 7 }, '400 unknown_parameter', 'seed'],
  [
    { strict: true },
    { model: 'gpt-5-mini', reasoning_effort: 'none' },
    '400 unsupported_value',
    'reasoning_effort',
  ],
  [
    { strict: true },
    { model: 'gpt-4o-mini', reasoning_effort: 'low' },
    '400 unsupported_parameter',
    'reasoning_effort',
  ],
  [
    { strict: true },
    { model: 'gpt-5-mini', prompt_cache_options: { mode: 'explicit' } },
    '400 unsupported_parameter',
    'prompt_cache_options',
  ],
  [{ strict: true }, { max_tokens: 5 }, '400 unsupported_parameter', 'max_tokens'],
] as const)('an account with %j refuses %j with %s', async (openai, more, refusal, param) => {
  const [status, code] = refusal.split(' ');
  model.accounts.write({
    openai: structuredClone(openai) as typeof freshOpenai,
  });
  await expect(chat(more)).rejects.toMatchObject({ status: Number(status), code, param });
});

test('an unverified organisation gets completions that are not streamed', async () => {
  model.accounts.write({ openai: { verified: false, strict: true } });
  await expect(chat()).resolves.toMatchObject({ object: 'chat.completion' });
});

test('a request over the rate limit gets a Retry-After, one larger than the limit does not', async () => {
  const own = await serveStandin('openai', openaiStandin);
  const { baseUrl, apiKey } = own.address;
  const other = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, logLevel: 'off' });
  own.accounts.write({ openai: { requestsPerMinute: 2, tokensPerMinute: 100 } });
  const { response } = await other.chat.completions.create(request).withResponse();
  expect(response.headers.get('x-ratelimit-limit-requests')).toBe('2');
  expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('1');
  expect(response.headers.get('x-ratelimit-remaining-tokens')).toBe('99');
  const long = { ...request, messages: [{ role: 'user' as const, content: 'x'.repeat(404) }] };
  const tooLarge = await other.chat.completions.create(long).catch((error: unknown) => error);
  expect(tooLarge).toMatchObject({ status: 429, type: 'tokens' });
  expect(String(tooLarge)).toContain('Request too large');
  await other.chat.completions.create(request);
  const third = await other.chat.completions.create(request).catch((error: unknown) => error);
  expect(third).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'requests' });
  const wait = Number((third as InstanceType<typeof OpenAI.APIError>).headers?.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  await own.close();
});

test('a model with cache breakpoints matches a prompt only at them, and reports what it writes', async () => {
  const text = 'word '.repeat(1_200);
  const ask = async (marked: boolean, last: string) => {
    const breakpoint = marked && { prompt_cache_breakpoint: { mode: 'explicit' as const } };
    const { usage } = await client.chat.completions.create({
      ...request,
      prompt_cache_key: String(marked),
      prompt_cache_options: { mode: marked ? 'explicit' : 'implicit' },
      messages: [
        { role: 'user', content: [{ type: 'text', text, ...breakpoint }] },
        { role: 'user', content: last },
      ],
    });
    return usage?.prompt_tokens_details;
  };
  const prefix = 1_501;
  expect(await ask(true, 'one')).toMatchObject({ cached_tokens: 0, cache_write_tokens: prefix });
  expect(await ask(true, 'two')).toMatchObject({ cached_tokens: prefix, cache_write_tokens: 0 });
  expect(await ask(false, 'one')).toMatchObject({ cached_tokens: 0, cache_write_tokens: 1_502 });
  expect(await ask(false, 'two')).toMatchObject({ cached_tokens: 0, cache_write_tokens: 1_502 });
});

test('a fresh account refuses completions and moderations', async () => {
  model.accounts.write({ openai: freshOpenai });
  await expect(chat()).rejects.toMatchObject({ code: 'insufficient_quota' });
  await expect(client.moderations.create(harmless)).rejects.toMatchObject({ status: 401 });
});
