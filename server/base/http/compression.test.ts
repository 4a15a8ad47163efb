import { once } from 'node:events';
import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressReplies } from './compression.ts';

const text = 'The sea glows at night. '.repeat(200);

const app = express().use(compressReplies);
app.get('/text', (_req, res) => void res.type('text').send(text));
app.get('/short', (_req, res) => void res.type('text').send('The sea'));
app.get('/range', (_req, res) => void res.status(206).type('text').send(text));
app.get('/events', (_req, res) => void res.type('text/event-stream').write(`data: ${text}\n\n`));

let server: Server;
beforeAll(async () => {
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

async function ask(path: string) {
  const { port } = server.address() as AddressInfo;
  const headers = { 'Accept-Encoding': 'gzip' };
  const [reply] = await once(get({ host: '127.0.0.1', port, path, headers }), 'response');
  return reply;
}

it('a long text is compressed, and caches are told what that depends on', async () => {
  const reply = await ask('/text');
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  const bytes = await buffer(reply);
  expect(bytes.length).toBeLessThan(text.length / 10);
  expect(gunzipSync(bytes).toString()).toBe(text);
});

it.each(['/short', '/range'])('the reply %s is sent as it is', async (path) => {
  const reply = await ask(path);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(Number(reply.headers['content-length'])).toBe((await buffer(reply)).length);
});

it('an event leaves at once, uncompressed, while its stream goes on', async () => {
  const reply = await ask('/events');
  expect(reply.headers['content-encoding']).toBeUndefined();
  const [chunk] = await once(reply, 'data');
  expect(String(chunk)).toContain('The sea glows');
  reply.destroy();
});
