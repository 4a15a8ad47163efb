import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../base/files/storage.ts';

/** `opened` returns the test's storage, whose links must work, and a folder for its files. */
export function describeStorage(opened: () => { storage: Storage; dir: string }): void {
  let storage: Storage;
  beforeEach(() => {
    storage = opened().storage;
  });

  describe('any stored object', () => {
    test('comes back unchanged, with its content type', async () => {
      const clip = randomBytes(300_000);
      await storage.put('clips/ab12.pcm', clip, 'audio/L16');
      expect((await storage.get('clips/ab12.pcm'))?.equals(clip)).toBe(true);
      expect(await storage.head('clips/ab12.pcm')).toMatchObject({
        bytes: 300_000,
        contentType: 'audio/L16',
      });
    });

    test('may be empty', async () => {
      await storage.put('empty', Buffer.alloc(0), 'text/plain');
      expect(await storage.get('empty')).toEqual(Buffer.alloc(0));
    });

    test('has the size and content of the local file that it was stored from', async () => {
      const file = path.join(opened().dir, 'local.mp3');
      const sound = randomBytes(5_000_000);
      await writeFile(file, sound);
      const stored = await storage.putFile('episodes/1/episode.mp3', file, 'audio/mpeg');
      expect(stored).toMatchObject({ bytes: 5_000_000, contentType: 'audio/mpeg' });
      expect((await storage.get('episodes/1/episode.mp3'))?.equals(sound)).toBe(true);
    });

    test('is replaced by the next one with its key', async () => {
      await storage.put('one.mp3', Buffer.from('first'), 'audio/mpeg');
      const before = await storage.head('one.mp3');
      await storage.put('one.mp3', Buffer.from('second'), 'text/html');
      expect(String(await storage.get('one.mp3'))).toBe('second');
      const after = await storage.head('one.mp3');
      expect(after).toMatchObject({ bytes: 6, contentType: 'text/html' });
      expect(after?.etag).toMatch(/^"[^"]+"$/);
      expect(after?.etag).not.toBe(before?.etag);
      await storage.put('one.mp3', Buffer.from('third'), 'audio/mpeg');
      expect(await storage.head('one.mp3')).toMatchObject({ contentType: 'audio/mpeg' });
    });

    test('is null before it is stored and after it is removed', async () => {
      expect(await storage.get('a')).toBeNull();
      expect(await storage.head('a')).toBeNull();
      await storage.put('a', Buffer.from('a'), 'text/plain');
      await storage.put('b & <c>', Buffer.from('b'), 'text/plain');
      await storage.put('kept', Buffer.from('k'), 'text/plain');
      await storage.remove(['a', 'b & <c>', 'never there', 'nor/this']);
      expect(await storage.get('a')).toBeNull();
      expect(await storage.head('b & <c>')).toBeNull();
      expect(String(await storage.get('kept'))).toBe('k');
      await storage.remove([]);
    });

    test('is removed with a thousand others', async () => {
      const keys = Array.from({ length: 1001 }, (_, index) => `clips/${index}`);
      await storage.put('clips/0', Buffer.from('0'), 'text/plain');
      await storage.put('clips/1000', Buffer.from('1000'), 'text/plain');
      await storage.remove(keys);
      expect(await storage.head('clips/0')).toBeNull();
      expect(await storage.head('clips/1000')).toBeNull();
    });

    test('is whole whoever else stores it at the same time', async () => {
      const some = Array.from({ length: 8 }, () => randomBytes(200_000));
      await Promise.all(some.map((one) => storage.put('same.mp3', one, 'audio/mpeg')));
      const kept = await storage.get('same.mp3');
      expect(some.some((one) => kept?.equals(one))).toBe(true);
    });
  });

  describe('any signed link', () => {
    beforeEach(() => storage.put('e/1.mp3', Buffer.from('0123456789'), 'audio/mpeg'));
    const ask = async (headers: Record<string, string> = {}) =>
      fetch(await storage.link('e/1.mp3', { expiresIn: 60 }), { headers });

    test('opens without any header, from any origin', async () => {
      const reply = await ask();
      expect(reply.status).toBe(200);
      expect(await reply.text()).toBe('0123456789');
      expect(reply.headers.get('content-type')).toBe('audio/mpeg');
      expect(reply.headers.get('accept-ranges')).toBe('bytes');
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(reply.headers.get('content-disposition')).toBeNull();
      expect(reply.headers.get('etag')).toBe((await storage.head('e/1.mp3'))?.etag);
    });

    test.each([
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['lines=1-2', 200, '0123456789', null],
    ])('answers the range %s with status %i', async (Range, status, body, contentRange) => {
      const reply = await ask({ Range });
      expect([reply.status, await reply.text(), reply.headers.get('content-range')]).toEqual([
        status,
        body,
        contentRange,
      ]);
      expect(reply.headers.get('content-length')).toBe(String(body.length));
    });

    test('answers a range beyond the end with 416', async () => {
      const reply = await ask({ Range: 'bytes=10-' });
      expect(reply.status).toBe(416);
      expect(reply.headers.get('content-range')).toBe('bytes */10');
    });

    test('gives the whole file when it changed since the first range', async () => {
      const reply = await ask({ Range: 'bytes=2-4', 'If-Range': '"another"' });
      expect([reply.status, await reply.text()]).toEqual([200, '0123456789']);
    });

    test('makes a browser save the file under a name in any script', async () => {
      const downloadName = 'Why "we" sleep / 眠り\r\nX: y.mp3';
      const reply = await fetch(await storage.link('e/1.mp3', { expiresIn: 60, downloadName }));
      const disposition = reply.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[\w.%-]+$/);
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(downloadName);
      expect(reply.headers.get('x')).toBeNull();
    });

    test('opens no other file', async () => {
      await storage.put('e/2.mp3', Buffer.from('another'), 'audio/mpeg');
      const link = await storage.link('e/1.mp3', { expiresIn: 60 });
      const reply = await fetch(link.replace('1.mp3', '2.mp3'));
      expect(reply.status).toBe(403);
      expect(await reply.text()).not.toContain('another');
    });
  });
}
