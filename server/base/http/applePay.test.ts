import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

const NAME = 'apple-developer-merchantid-domain-association';
let dir: string;
let app: TestApp;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-apple-'));
  app = await openTestApp({ work: false, env: { DATA_DIR: dir } });
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

it('Apple finds the file that Paddle gave us as soon as it is in the data folder, and nothing before', async () => {
  const look = () => fetch(`${app.url}/.well-known/${NAME}`, { redirect: 'manual' });
  const before = await look();
  expect(before.status).toBe(404);
  await before.text();
  await writeFile(path.join(dir, NAME), '7B227073704964223A22');
  const reply = await look();
  expect([reply.status, await reply.text()]).toEqual([200, '7B227073704964223A22']);
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
});
