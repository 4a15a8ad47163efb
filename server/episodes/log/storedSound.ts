import type { Response } from 'express';
import { Problem } from '#shared/problem.ts';
import type { Storage, StoredFile } from '../../base/files/storage.ts';

/** Our player fetches a new link by itself. */
const LINK_SECONDS = 2 * 60 * 60;

/** With `downloadName` the browser saves the sound under that name. */
export async function redirectToSound(
  storage: Pick<Storage, 'link'>,
  res: Response,
  audioKey: string,
  downloadName?: string,
): Promise<void> {
  const link = await storage.link(audioKey, { expiresIn: LINK_SECONDS, downloadName });
  res.set('Cache-Control', 'private, no-store').redirect(302, link);
}

/** Throws `Problem('not_found')`. */
export async function describePart(
  storage: Pick<Storage, 'head'>,
  res: Response,
  audioKey: string,
): Promise<void> {
  const stored = await storage.head(audioKey);
  if (!stored) throw new Problem('not_found', 'There is no such part');
  res.set(soundHeaders(stored));
}

/** The same headers that the bucket, to which GET redirects, sends for the file. */
export function soundHeaders({ bytes, etag, changedAt }: Omit<StoredFile, 'contentType'>) {
  return {
    'Content-Type': 'audio/mpeg',
    'Content-Length': String(bytes),
    'Accept-Ranges': 'bytes',
    ...(etag && { ETag: etag }),
    ...(changedAt && { 'Last-Modified': changedAt.toUTCString() }),
  };
}

/** `audio` has the cover in it, for those who keep the file; `stream` has none. */
export function storedKeys(publicId: string): { audio: string; stream: string; cover: string } {
  const folder = `episodes/${publicId}`;
  return {
    audio: `${folder}/episode.mp3`,
    stream: `${folder}/stream.mp3`,
    cover: `${folder}/cover.jpg`,
  };
}
