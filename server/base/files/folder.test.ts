import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSigner } from '../../people/auth/signer.ts';
import { describeStorage } from '../../testing/describeStorage.ts';
import { errorHandler } from '../http/errors.ts';
import type { ProviderFailure } from '../kit/provider.ts';
import { checkFreeSpace, folderFailure, folderStorage } from './folder.ts';
import type { Storage } from './storage.ts';
import { linkTo, storedFiles } from './storedFiles.ts';

const signer = openSigner('a secret of at least 32 characters', 'stored file');
let home: string;
let dir: string;
let server: Server;
let storage: Storage;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'duologue-folder-'));
  dir = path.join(home, '.data', 'sound');
  const app = express();
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = folderStorage({ dir, signer });
  // As a browser resolves it.
  storage = { ...folder, link: async (...args) => url + (await folder.link(...args)) };
  app.use('/stored', storedFiles({ dir, storage, signer }), errorHandler);
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(home, { recursive: true, force: true });
});

describeStorage(() => ({ storage, dir: home }));

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ provider, trouble, message }: ProviderFailure) => ({ provider, trouble, message }),
  );
const files = async () =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => path.relative(dir, path.join(one.parentPath, one.name)));

describe('folder of stored files', () => {
  test('an object is one file that bears its name', async () => {
    await storage.put('episodes/x_Y-1/episode.mp3', Buffer.from('sound'), 'audio/mpeg');
    expect(await files()).toEqual(['episodes/x_Y-1/episode.mp3']);
  });

  test.each([
    '../escaped',
    'a/../../../escaped',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.b.type',
    '..',
    '',
    'x'.repeat(1000),
  ])('no object is stored as “%s”', async (key) => {
    const refused = { provider: 'Folder', trouble: 'rejected' };
    expect(await failureOf(storage.put(key, Buffer.from('x'), 'text/plain'))).toMatchObject(
      refused,
    );
    expect(await failureOf(storage.get(key))).toMatchObject(refused);
    expect(await failureOf(storage.remove([key]))).toMatchObject(refused);
    expect(await readdir(home)).toEqual([]);
  });

  test.each(['clips/%2e%2e/x', '%2e%2e', "Ünïcödé (1)!*'+=&?#.mp3", 'a\\..\\b', 'speech:af'])(
    'an object stored as “%s” stays in the folder, and its link opens it',
    async (key) => {
      await storage.put(key, Buffer.from(key), 'text/plain');
      expect(await storage.get(key)).toEqual(Buffer.from(key));
      const reply = await fetch(await storage.link(key, { expiresIn: 60 }));
      expect([reply.status, await reply.text()]).toEqual([200, key]);
      expect((await files()).every((name) => /^[\w%.()'!~/-]+$/.test(name))).toBe(true);
    },
  );

  test('a file that takes another one’s place as a folder is a sentence', async () => {
    await storage.put('a', Buffer.from('a'), 'text/plain');
    const failed = await failureOf(storage.put('a/b.mp3', Buffer.from('b'), 'audio/mpeg'));
    expect(failed).toMatchObject({ trouble: 'rejected' });
    expect(await storage.get('a/b.mp3')).toBeNull();
  });

  test('what a write could not finish is not left behind, and the object stays as it was', async () => {
    await storage.put('e.mp3', Buffer.from('whole'), 'audio/mpeg');
    const gone = path.join(home, 'gone.mp3');
    await mkdir(gone);
    // A folder has a size, but cannot be copied as a file.
    expect(await failureOf(storage.putFile('e.mp3', gone, 'audio/mpeg'))).not.toBeNull();
    expect(String(await storage.get('e.mp3'))).toBe('whole');
    expect(await files()).toEqual(['e.mp3']);
  });

  test('what a crash left behind is swept by a later start, but not what is being written', async () => {
    const incoming = path.join(dir, '.incoming');
    await mkdir(incoming, { recursive: true });
    for (const name of ['old', 'new']) await writeFile(path.join(incoming, name), name);
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    await utimes(path.join(incoming, 'old'), yesterday, yesterday);
    await storage.put('e.mp3', Buffer.from('e'), 'audio/mpeg');
    expect((await files()).sort()).toEqual(['.incoming/new', 'e.mp3']);
  });

  test.each([
    ['ENOSPC', 'busy', /the disk is full/],
    ['EDQUOT', 'busy', /the disk is full/],
    ['EROFS', 'refused', /may not write/],
    ['EACCES', 'refused', /may not write/],
    ['EIO', 'busy', /does not work/],
  ])('the error %s of the system is one sentence', (code, trouble, words) => {
    const error = Object.assign(new Error(`${code}: write`), { code });
    const failure = folderFailure('/data/sound', error);
    expect(failure).toMatchObject({ provider: 'Folder', trouble });
    expect(failure.message).toMatch(words);
    expect(failure.message).toContain('/data/sound');
    expect(failure.message).not.toContain('\n');
  });

  test('a disk on which no episode fits any more is full, whatever is stored next', () => {
    const room = (megabytes: number) => () =>
      checkFreeSpace('/data/sound', megabytes * 1024 * 1024);
    expect(room(31)).toThrow(/Folder: the disk is full.*\/data\/sound \(31\.0 MB are left\)/);
    expect(room(33)).not.toThrow();
  });
});

describe('link to a stored file', () => {
  beforeEach(() => storage.put('e/1.mp3', Buffer.from('0123456789'), 'audio/mpeg'));
  const linkFor = (expiresIn = 60) => storage.link('e/1.mp3', { expiresIn });

  test('is kept out of search engines and shared caches, and is what it says it is', async () => {
    const { headers } = await fetch(await linkFor());
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
    });
  });

  test('is not sent again to whoever has it', async () => {
    const link = await linkFor();
    const etag = (await fetch(link)).headers.get('etag') ?? '';
    // Without the second header `fetch` would ask past all caches.
    const headers = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' };
    expect((await fetch(link, { headers })).status).toBe(304);
    await storage.put('e/1.mp3', Buffer.from('another'), 'audio/mpeg');
    const reply = await fetch(link, { headers });
    expect([reply.status, await reply.text()]).toEqual([200, 'another']);
  });

  test('tells its size without its content', async () => {
    const reply = await fetch(await linkFor(), { method: 'HEAD' });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '10']);
    expect(await reply.text()).toBe('');
  });

  test.each(['PUT', 'DELETE', 'POST'])('cannot be used for a %s request', async (method) => {
    expect((await fetch(await linkFor(), { method })).status).toBe(403);
    expect(String(await storage.get('e/1.mp3'))).toBe('0123456789');
  });

  test('ends when it said it would, and when the file is gone', async () => {
    const link = await linkFor();
    expect((await fetch(await linkFor(-1))).status).toBe(410);
    await storage.remove(['e/1.mp3']);
    expect((await fetch(link)).status).toBe(404);
  });

  test.each<[string, (url: URL) => void]>([
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['half a signature', (url) => url.searchParams.set('signature', 'ab')],
    ['a later end', (url) => url.searchParams.set('expires', '9999999999')],
    ['another name', (url) => url.searchParams.set('name', 'x.html')],
    ['broken percent signs', (url) => void Object.assign(url, { pathname: '/stored/e/%zz' })],
    ['the folder in place of the file', (url) => void Object.assign(url, { pathname: '/stored/' })],
  ])('with %s is refused', async (_case, change) => {
    const url = new URL(await linkFor());
    change(url);
    const reply = await fetch(url);
    expect(reply.status).toBe(403);
    expect(await reply.text()).not.toContain('0123456789');
  });

  test('cannot leave the folder, not even signed', async () => {
    await writeFile(path.join(home, 'secret'), 'secret');
    const out = '../../secret';
    expect(await failureOf(storage.link(out, { expiresIn: 60 }))).toMatchObject({
      trouble: 'rejected',
    });
    const [, query] = linkTo(signer, out, { expiresIn: 60 }).split('?');
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, path: `/stored/..%2F..%2Fsecret?${query}` }).end();
    const [reply] = await once(asked, 'response');
    expect(reply.statusCode).toBe(503);
  });

  test('stops when its listener hangs up', async () => {
    await storage.put('long.mp3', Buffer.alloc(20_000_000), 'audio/mpeg');
    const hangUp = new AbortController();
    const reply = await fetch(await storage.link('long.mp3', { expiresIn: 60 }), {
      signal: hangUp.signal,
    });
    expect(reply.status).toBe(200);
    hangUp.abort();
    await expect(reply.arrayBuffer()).rejects.toThrow();
    expect((await fetch(await linkFor())).status).toBe(200);
  });
});
