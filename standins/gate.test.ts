import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type Response } from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Faults, openFaults } from './faults.ts';
import { faultGate } from './gate.ts';

const WHOLE = 'x'.repeat(50_000);
let dir: string;
let faults: Faults;
let url: string;
let end: () => Promise<void>;
let held: Response[];

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-gate-'));
  faults = openFaults(dir);
  held = [];
  const app = express();
  for (const provider of ['openai', 'elevenlabs', 'paddle', 's3'] as const) {
    app.use(`/${provider}`, faultGate(provider, faults));
  }
  app.get('/:provider/hold', (_req, res) => void held.push(res));
  app.get('/:provider/empty', (_req, res) => void res.status(204).end());
  app.get('/:provider/stream', async (_req, res) => {
    for (let part = 0; part < 50; part += 1) {
      if (!res.write('y'.repeat(1000))) await once(res, 'drain').catch(() => undefined);
    }
    res.end();
  });
  app.use((_req, res) => void res.send(WHOLE));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  end = async () => {
    server.close();
    server.closeAllConnections();
    await rm(dir, { recursive: true, force: true });
  };
});
afterEach(() => end());

const set = (fault: object, provider = 'openai') => faults.write({ [provider]: fault });
const ask = (address = '/openai/x', signal?: AbortSignal) =>
  fetch(url + address, signal ? { signal } : {});
const bodyOf = (address?: string) => ask(address).then((reply) => reply.text());

test('replies pass unchanged when no fault is set', async () => {
  expect(await bodyOf()).toBe(WHOLE);
});

test('a fault of one provider leaves the others alone', async () => {
  set({ errorRate: 1 }, 'paddle');
  expect((await ask('/paddle/x')).status).toBe(500);
  expect((await ask('/openai/x')).status).toBe(200);
});

describe('simulated error', () => {
  test.each([
    ['openai', { error: { message: expect.any(String), type: 'server_error' } }],
    ['elevenlabs', { detail: { status: expect.any(String), message: expect.any(String) } }],
    ['paddle', { error: { type: 'api_error', detail: expect.any(String) } }],
  ])('a simulated %s error has the shape of the real one', async (provider, body) => {
    set({ errorRate: 1, status: 503 }, provider);
    const reply = await ask(`/${provider}/x`);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject(body);
  });

  test('a simulated s3 error is XML with the code of the real one', async () => {
    set({ errorRate: 1, status: 503 }, 's3');
    expect(await bodyOf('/s3/x')).toContain('<Code>SlowDown</Code>');
  });
});

test('an error rate of 0.5 fails some requests and lets the others pass', async () => {
  set({ errorRate: 0.5 });
  const replies = await Promise.all(Array.from({ length: 60 }, () => ask('/openai/empty')));
  const failed = replies.filter((reply) => reply.status === 500).length;
  // Fewer than 5 or more than 55 of 60 requests fail by chance once in 10^12 runs.
  expect(failed).toBeGreaterThanOrEqual(5);
  expect(failed).toBeLessThanOrEqual(55);
});

test('a set latency delays the start of a reply', async () => {
  set({ latency: 150 });
  const begun = performance.now();
  expect((await ask()).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(149);
});

test('a hanging provider does not answer until the client gives up', async () => {
  set({ hang: true });
  await expect(ask('/openai/x', AbortSignal.timeout(200))).rejects.toThrow('timeout');
});

test('a garbage reply is an HTML page with status 200', async () => {
  set({ garbage: 1 });
  const reply = await ask();
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(reply.headers.get('etag')).toBeNull();
});

describe('cut reply', () => {
  beforeEach(() => void set({ cut: 1 }));

  test('a cut reply of known length breaks off', async () => {
    const reply = await ask();
    expect(reply.headers.get('content-length')).toBe('50000');
    await expect(reply.text()).rejects.toThrow();
  });

  test('a cut stream breaks off', async () => {
    const reply = await ask('/openai/stream');
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });

  test('a cut reply without a body breaks the connection', async () => {
    await expect(ask('/openai/empty')).rejects.toThrow('fetch failed');
  });
});

describe('concurrency limit', () => {
  beforeEach(() => void set({ concurrency: 2 }, 'elevenlabs'));
  const hold = async (count: number) => {
    const replies = Array.from({ length: count }, () => ask('/elevenlabs/hold'));
    await expect.poll(() => held.length).toBe(count);
    return replies;
  };

  test('a request above the concurrency limit gets a 429 that states the limit', async () => {
    const waiting = await hold(2);
    const refused = await ask('/elevenlabs/x');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('current-concurrent-requests')).toBe('3');
    expect(refused.headers.get('maximum-concurrent-requests')).toBe('2');
    expect(await refused.json()).toMatchObject({
      detail: { status: 'too_many_concurrent_requests' },
    });
    for (const res of held) res.end();
    expect((await Promise.all(waiting)).map((reply) => reply.status)).toEqual([200, 200]);
  });

  test('a finished reply makes room under the concurrency limit', async () => {
    const waiting = await hold(2);
    held[0]?.end();
    await Promise.race(waiting);
    await expect.poll(async () => (await ask('/elevenlabs/x')).status).toBe(200);
    held[1]?.end();
  });

  test('a client that disconnects makes room under the concurrency limit', async () => {
    const leave = new AbortController();
    const leaving = ask('/elevenlabs/hold', leave.signal).catch(() => 'left');
    await expect.poll(() => held.length).toBe(1);
    set({ concurrency: 1 }, 'elevenlabs');
    expect((await ask('/elevenlabs/x')).status).toBe(429);
    leave.abort();
    expect(await leaving).toBe('left');
    await expect.poll(async () => (await ask('/elevenlabs/x')).status).toBe(200);
  });
});
