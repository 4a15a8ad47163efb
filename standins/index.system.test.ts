import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dir: string;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-standins-'));
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'index.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dir, STANDINS_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
  });
  child.stderr.on('data', (data) => {
    said.err += data;
  });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const url = async () => {
    await expect.poll(() => said.out, { timeout: 20_000 }).toContain('npm start');
    return said.out.match(/STANDINS_URL=(\S+) npm start/)?.[1] ?? '';
  };
  return { child, said, ended, url };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'close');
}

const addressesAt = async (url: string) => (await fetch(`${url}/addresses`)).json();

test('the stand-ins print their address, serve there and exit cleanly on SIGTERM', async () => {
  const standins = start();
  const url = await standins.url();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/standins$/);
  expect((await fetch(url)).status).toBe(200);
  expect((await addressesAt(url)).s3.endpoint).toBe(`${url}/s3`);
  standins.child.kill('SIGTERM');
  expect(await standins.ended).toBe(0);
  expect(standins.said.err).toBe('');
});

test('the stand-ins keep their keys after kill -9', async () => {
  const first = start();
  const before = await addressesAt(await first.url());
  first.child.kill('SIGKILL');
  await first.ended;
  const port = new URL(before.s3.endpoint).port;
  const after = await addressesAt(await start({ STANDINS_PORT: port }).url());
  expect(after).toEqual(before);
});

test('the stand-ins say in one sentence that their port is taken', async () => {
  const port = new URL(await start().url()).port;
  const second = start({ STANDINS_PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.said.err).toBe(
    `Port ${port} is taken. Choose another one: STANDINS_PORT=3901 npm run standins\n`,
  );
});

test('the stand-ins say in one sentence that their data folder is unusable', async () => {
  const file = path.join(dir, 'file');
  await writeFile(file, '');
  const standins = start({ DATA_DIR: file });
  expect(await standins.ended).toBe(1);
  expect(standins.said.err).toMatch(/^The stand-ins cannot start: .*\n$/);
});

test.each([
  [{ STANDINS_PORT: 'many' }, 'STANDINS_PORT must be a port number\n'],
  [{ NODE_ENV: 'production' }, 'The stand-ins do not run with NODE_ENV=production.\n'],
])('the stand-ins refuse to start with %j and say why in one sentence', async (env, sentence) => {
  const standins = start(env);
  expect(await standins.ended).toBe(1);
  expect(standins.said.err).toBe(sentence);
});
