import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { limitArrival } from './arrival.ts';
import { endpoint, routerOf } from './endpoint.ts';
import { errorHandler } from './errors.ts';

const TIMES = { headers: 400, usual: 400, upload: 2_000 };
const server = createServer({ connectionsCheckingInterval: 50 });
beforeAll(async () => {
  limitArrival(server, TIMES);
  const upload = endpoint('POST /upload', {
    summary: 'Takes bytes',
    access: 'anyone',
    reply: z.object({ bytes: z.number() }),
    upload: {
      type: 'application/pdf',
      most: 1_000,
      field: 'pdf',
      tooLarge: 'Too large',
      handle: ({ bytes }) => ({ bytes: bytes.length }),
    },
    handle: () => ({ bytes: 0 }),
  });
  const app = express().use(express.json(), routerOf([upload]), errorHandler);
  server.on('request', app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A client that has sent the first of two bytes of a body. */
function begin(headers: string) {
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket
    .on('error', () => {})
    .on('data', (data) => {
      received += data;
    });
  const began = performance.now();
  socket.write(`POST /upload HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n[`);
  const ended = once(socket, 'close').then(() => ({ received, after: performance.now() - began }));
  return { socket, ended, next: () => once(socket, 'data').then(() => received) };
}

const pdf = 'Content-Type: application/pdf\r\nContent-Length: 2';
const json = 'Content-Type: application/json\r\nContent-Length: 2';

it('an upload may take longer than any other request, but not for ever', async () => {
  const [upload, endless] = [begin(pdf), begin(pdf)];
  const others = await Promise.all(
    [json, 'Content-Type: text/plain\r\nContent-Length: 2'].map((type) => begin(type).ended),
  );
  for (const { received, after } of others) {
    expect(received).toMatch(/^HTTP\/1.1 (408|200) /);
    expect(after).toBeGreaterThan(TIMES.usual - 50);
    expect(after).toBeLessThan(TIMES.upload);
  }
  upload.socket.write(']');
  expect(await upload.next()).toMatch(/^HTTP\/1.1 200 .*\{"bytes":2\}$/s);
  upload.socket.destroy();
  const { received, after } = await endless.ended;
  expect(received).toMatch(/^HTTP\/1.1 408 /);
  expect(after).toBeGreaterThan(TIMES.upload - 50);
});

it('a body that arrives in time ends nothing, and the connection goes on', async () => {
  const client = begin(`${json}\r\nConnection: keep-alive`);
  client.socket.write(']');
  expect(await client.next()).toMatch(/^HTTP\/1.1 200 /);
  // Longer than the first request could have taken.
  await begin(json).ended;
  client.socket.write('GET /upload HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await client.next()).toMatch(/HTTP\/1.1 404 /);
  client.socket.destroy();
});
