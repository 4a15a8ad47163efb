import { Agent, request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnector, type Resolve, resolveBySystem } from './fetchPage.ts';
import { startWebServer } from './testing/webServer.ts';

/** Unallocated, so nobody is there; yet global unicast. */
const PUBLIC = { address: '2e00::1', family: 6 };
const LOOPBACK = { address: '127.0.0.1', family: 4 };

let server: Awaited<ReturnType<typeof startWebServer>>;
beforeEach(async () => {
  server = await startWebServer();
});
afterEach(() => server.close());

async function reach(host: string, resolve: Resolve, allowed?: string): Promise<unknown> {
  const dispatcher = new Agent({ connect: openConnector(resolve, allowed) });
  const url = `http://${host}:${server.port}/`;
  try {
    const { body } = await request(url, { dispatcher, signal: AbortSignal.timeout(1000) });
    return await body.text();
  } catch (error) {
    return error;
  } finally {
    await dispatcher.destroy();
  }
}

it.each([
  '127.0.0.1',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '0.0.0.0',
  'localhost',
  'localhost.',
])('the port of a server here is not reached at %s', async (host) => {
  expect(await reach(host, resolveBySystem)).toBeInstanceOf(Error);
  expect(server.connections()).toBe(0);
});

it.each([
  ['only a private one', [LOOPBACK]],
  ['a private one after a public one', [PUBLIC, LOOPBACK]],
  ['a private one before a public one', [LOOPBACK, PUBLIC]],
  ['a mapped one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['none', []],
])('a name that resolves to %s is not connected to', async (_name, addresses) => {
  const answer = await reach('rebind.example', () => Promise.resolve(addresses));
  expect(answer).toMatchObject({ reason: 'not-public' });
  expect(server.connections()).toBe(0);
});

it('DNS that changes its answer is asked once, and its first answer is what is connected to', async () => {
  let lookups = 0;
  const answer = await reach('rebind.example', () => {
    lookups += 1;
    return Promise.resolve([lookups === 1 ? PUBLIC : LOOPBACK]);
  });
  expect(answer).toBeInstanceOf(Error);
  expect(lookups).toBe(1);
  expect(server.connections()).toBe(0);
});

it('only the allowed origin may be here', async () => {
  const never = () => Promise.resolve([LOOPBACK]);
  expect(await reach('127.0.0.1', never, server.origin)).toBe('reached');
  expect(await reach('127.0.0.1', never, 'http://127.0.0.1:1')).toBeInstanceOf(Error);
  expect(await reach('other.example', never, server.origin)).toBeInstanceOf(Error);
  expect(server.hits).toEqual(['/']);
});
