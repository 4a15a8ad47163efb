import type { Response } from 'express';
import { Problem } from '#shared/problem.ts';
import type { Storage, StoredFile } from '../../base/files/storage.ts';

/** Seconds that a signed link stays valid; our player fetches a new one by itself. */
const LINK_SECONDS = 2 * 60 * 60;

/** On to a stored MP3, by a signed link. With `downloadName` the browser saves it under that name. */
export async function redirectToSound(
  storage: Pick<Storage, 'link'>,
  res: Response,
  audioKey: string,
  downloadName?: string,
): Promise<void> {
  const link = await storage.link(audioKey, { expiresIn: LINK_SECONDS, downloadName });
  res.set('Cache-Control', 'private, no-store').redirect(302, link);
}

/** What HEAD says of a stored part. Throws `Problem('not_found')`. */
export async function describePart(
  storage: Pick<Storage, 'head'>,
  res: Response,
  audioKey: string,
): Promise<void> {
  const stored = await storage.head(audioKey);
  if (!stored) throw new Problem('not_found', 'There is no such part');
  res.set(soundHeaders(stored));
}

/** The headers that the bucket, where GET redirects to, gives for the same file. */
export function soundHeaders({ bytes, etag, changedAt }: Omit<StoredFile, 'contentType'>) {
  return {
    'Content-Type': 'audio/mpeg',
    'Content-Length': String(bytes),
    'Accept-Ranges': 'bytes',
    ...(etag && { ETag: etag }),
    ...(changedAt && { 'Last-Modified': changedAt.toUTCString() }),
  };
}
