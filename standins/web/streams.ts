import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { waitWhileConnected } from '../connection.ts';

/** Bytes that `huge` announces. */
const HUGE = 2 * 1024 ** 3;
const BLOCK = Buffer.from('<p>And so on, and so on.</p>\n'.repeat(2_000));
/** Milliseconds between two bytes of `slow`. */
const DRIP = 200;
/** Zeros per member of the bomb, and members: a megabyte that becomes a gigabyte. */
const MEMBER = 4 * 1024 ** 2;
const MEMBERS = 256;

/** Sends a page byte by byte, for as long as the client waits. */
export async function drip(res: Response): Promise<void> {
  res.type('html').flushHeaders();
  const start = '<!doctype html><title>Slow</title><p>';
  for (let sent = 0; await waitWhileConnected(res, DRIP); sent++) res.write(start[sent] ?? '.');
}

export const sendEndless = (res: Response): Promise<void> => sendBlocks(res.type('html'));

export const sendHuge = (res: Response): Promise<void> =>
  sendBlocks(res.type('html').set('Content-Length', String(HUGE)), HUGE);

async function sendBlocks(res: Response, bytes = Number.POSITIVE_INFINITY): Promise<void> {
  function* blocks() {
    for (let left = bytes; left > 0; left -= BLOCK.length) yield BLOCK.subarray(0, left);
  }
  await finish(res, Readable.from(blocks()));
}

let member: Buffer | undefined;

export async function sendBomb(res: Response): Promise<void> {
  member ??= gzipSync(Buffer.alloc(MEMBER));
  const part = member;
  res.type('html').set('Content-Encoding', 'gzip');
  await finish(res, Readable.from(Array.from({ length: MEMBERS }, () => part)));
}

/** A client that has read enough hangs up. */
const finish = (res: Response, source: Readable): Promise<void> =>
  pipeline(source, res).catch(() => undefined);
