import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { serve } from '../testing/screen.tsx';
import { ApiError, call, createQueryClient, messageOf, readKey } from './client.ts';

const failure = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It should have failed');
};

test('an API call without a payload has neither body nor content type, but sends cookies', async () => {
  const sent = serve({ 'POST /api/auth/logout': null });
  await call('POST', '/api/auth/logout');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toBeUndefined();
  expect(sent[0]?.headers.has('content-type')).toBe(false);
  expect(sent[0]?.credentials).toBe('same-origin');
});

test('an API call sends its payload as JSON together with the given headers', async () => {
  const sent = serve({ 'POST /api/orders': { order: { id: 'o1' } } });
  await call('POST', '/api/orders', {
    body: { topic: 'sea' },
    headers: { 'Idempotency-Key': 'k' },
  });
  expect(sent[0]?.body).toEqual({ topic: 'sea' });
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  expect(sent[0]?.headers.get('idempotency-key')).toBe('k');
});

test('a refused API call throws an ApiError with "status: body" and the parsed problem', async () => {
  const problem = { message: 'Check the form', code: 'invalid', fields: { topic: 'Too long' } };
  serve({ 'POST /x': () => ({ status: 400, body: problem }) });
  const error = await failure(call('POST', '/x', { body: {} }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name: 'ApiError',
    message: `400: ${JSON.stringify(problem)}`,
    status: 400,
    body: JSON.stringify(problem),
    problem,
  });
  expect(messageOf(error)).toBe('Check the form');
});

test('an API error without a body has the status text as message, one without JSON its text', async () => {
  globalThis.fetch = async () => new Response('', { status: 502, statusText: 'Bad Gateway' });
  const empty = await failure(call('GET', '/x'));
  expect(empty).toMatchObject({ message: '502: Bad Gateway', problem: null });
  serve({ 'GET /x': () => ({ status: 503, body: '<html>busy</html>' }) });
  const html = await failure(call('GET', '/x'));
  expect(html).toMatchObject({ message: '503: <html>busy</html>', problem: null });
});

const page = '<!doctype html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>';
const away = 'The studio isn’t answering right now. Try again in a minute.';

test.each([
  ['a page of the proxy', 502, page, away],
  ['nothing', 504, '', away],
  ['JSON that is not ours', 503, '{"error":{"code":503}}', away],
  ['a problem without a message', 500, '{"message":"","code":"internal"}', away],
  ['JSON that breaks off', 500, '{"message":"Somethi', away],
  ['the limit of the proxy', 413, page, /^That’s more than we can take at once\./],
  ['another limit of the proxy', 429, 'Too Many Requests', /^That was a lot at once\./],
  ['the firewall of an office', 403, page, /^Something along the way blocked this\./],
])('a refusal by %s (%i) is told in a plain sentence', async (_who, status, body, sentence) => {
  serve({ 'POST /x': () => ({ status, body }) });
  const said = messageOf(await failure(call('POST', '/x')));
  expect(said).toMatch(sentence);
  expect(said).not.toMatch(/[<{]|\d{3}/);
});

test.each([
  ['the sign-in page of a network', '<!doctype html><title>Welcome to Hotel Wi-Fi</title>'],
  ['JSON that breaks off', '{"order":"o1'],
  ['another shape', '{"welcome":true}'],
  ['nothing', ''],
])('a success that holds %s is told in a plain sentence', async (_what, body) => {
  serve({ 'GET /x': () => ({ status: 200, body }) });
  const schema = z.object({ order: z.string() });
  const error = await failure(call('GET', '/x', { schema }));
  expect(messageOf(error)).toMatch(/^We got an answer we couldn’t read\./);
});

test('a call without an answer blames the connection only where there is none', async () => {
  serve({});
  const online = vi.spyOn(navigator, 'onLine', 'get');
  onTestFinished(() => online.mockRestore());
  for (const [isOnline, words] of [
    [true, away],
    [false, 'You’re offline. Try again once you’re connected.'],
  ] as const) {
    online.mockReturnValue(isOnline);
    expect(messageOf(await failure(call('GET', '/gone')))).toBe(words);
  }
});

test('an API reply that does not match its schema is rejected', async () => {
  serve({ 'GET /x': { order: 7 } });
  const schema = z.object({ order: z.string() });
  const error = await failure(call('GET', '/x', { schema }));
  expect(messageOf(error)).toMatch(/^We got an answer we couldn’t read\./);
  expect(error).toHaveProperty('cause', expect.any(z.ZodError));
});

test('a query requests its key joined by slashes and fails on a 401, or returns null if told to', async () => {
  const sent = serve({
    'GET /api/orders/o1': { order: { id: 'o1' } },
    'GET /api/secret': () => ({ status: 401, body: { message: 'No', code: 'unauthenticated' } }),
  });
  const client = createQueryClient();
  expect(await client.fetchQuery({ queryKey: ['/api/orders', 'o1'] })).toEqual({
    order: { id: 'o1' },
  });
  expect(sent[0]?.call).toBe('GET /api/orders/o1');
  expect(await failure(client.fetchQuery({ queryKey: ['/api/secret'] }))).toMatchObject({
    status: 401,
  });
  const lenient = new QueryClient({
    defaultOptions: { queries: { queryFn: readKey({ on401: 'null' }), retry: false } },
  });
  expect(await lenient.fetchQuery({ queryKey: ['/api/secret'] })).toBeNull();
});

test('queries are never stale, never poll, never refetch on focus and never retry', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  });
  expect(mutations?.retry).toBe(false);
});

test('what cannot be stored is not sent, wherever it was pasted', async () => {
  const asked = serve({ 'POST /x': {} });
  await call('POST', '/x', { body: { topic: 'ti\0des', questions: [{ text: 'a\ud800b' }] } });
  expect(asked[0]?.body).toEqual({ topic: 'tides', questions: [{ text: 'a\ufffdb' }] });
});
