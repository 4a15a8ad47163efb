import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import { eventually } from '../../testing/eventually.ts';
import { openEvents } from './eventStream.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const podcast = { publicId: 'p1', status: 'processing', etaSeconds: 60 } as Podcast;

/** A stream of `podcast`, and a function that changes it and waits until that is read. */
async function open(heartbeat: number) {
  let current = podcast;
  let reads = 0;
  const events = openEvents(async () => {
    reads++;
    return current;
  }, heartbeat);
  const app = express().get('/', (req, res) =>
    events.stream(res, { userId: 1, podcast, lastEventId: req.get('last-event-id') }),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(
    events.close,
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  async function change(now: Podcast): Promise<void> {
    current = now;
    const before = reads;
    events.notice(podcast.publicId);
    await eventually('the change is read', async () => reads > before);
  }
  return { url, events, change, reads: () => reads };
}

async function pieces(url: string, count: number, signal?: AbortSignal): Promise<string> {
  const reply = await fetch(url, { signal: signal ?? null });
  let text = '';
  for await (const chunk of reply.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.split(':\n\n').length > count) break;
  }
  return text;
}

it('an idle event stream is kept alive by comment lines alone', async () => {
  const { url } = await open(20);
  const text = await pieces(url, 3);
  expect(text.match(/event: podcast/g)).toHaveLength(1);
  expect(text.endsWith(':\n\n:\n\n:\n\n')).toBe(true);
});

it('a change of the time left alone is not sent, and the watcher leaves when the episode ends', async () => {
  const { url, events, change, reads } = await open(20);
  const hanging = new AbortController();
  const reply = await fetch(url, { signal: hanging.signal });
  const reader = reply.body?.getReader();
  await reader?.read();
  await change({ ...podcast, etaSeconds: 30 });
  await change({ ...podcast, status: 'completed' });
  let text = '';
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    text += Buffer.from(piece.value).toString();
  }
  expect(text).not.toContain('"etaSeconds":30');
  expect(text).toContain('"status":"completed"');
  const before = reads();
  events.notice(podcast.publicId);
  await sleep(300);
  expect(reads()).toBe(before);
});

it('a new event stream answers 503 once the server is closing', async () => {
  const { url, events } = await open(20);
  events.close();
  expect((await fetch(url)).status).toBe(503);
});
