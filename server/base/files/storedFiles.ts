import path from 'node:path';
import type { RequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';
import { decoded } from '../http/origin.ts';
import { ProviderFailure } from '../kit/provider.ts';
import { dispositionOf, type LinkOptions, type Storage } from './storage.ts';

/** Signs with a key of its own (`people/auth/signer.ts`). */
export interface LinkSigner {
  sign(statement: unknown[]): string;
  isSigned(statement: unknown[], signature: string): boolean;
}

export function linkTo(
  signer: LinkSigner,
  key: string,
  { expiresIn, downloadName }: LinkOptions,
): string {
  const expires = String(Math.floor(Date.now() / 1000) + expiresIn);
  const name = downloadName?.toWellFormed() ?? null;
  const query = new URLSearchParams({
    expires,
    ...(name !== null && { name }),
    signature: signer.sign([key, expires, name]),
  });
  return `/stored/${key.split('/').map(encodeURIComponent).join('/')}?${query}`;
}

interface StoredFilesOptions {
  dir: string;
  storage: Pick<Storage, 'head'>;
  signer: LinkSigner;
}

/**
 * Answers what `linkTo` returns, without its `/stored`. Ranges and conditional requests work as in
 * a bucket. A link opens for anybody, on any site.
 */
export function storedFiles({ dir, storage, signer }: StoredFilesOptions): RequestHandler {
  return async (req, res, next) => {
    const { pathname, searchParams: query } = new URL(`http://localhost${req.url}`);
    const key = decoded(pathname.slice(1));
    const [expires, downloadName] = [query.get('expires'), query.get('name')];
    const signature = query.get('signature') ?? '';
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead || key === null || !signer.isSigned([key, expires, downloadName], signature)) {
      throw new Problem('forbidden', 'This link isn’t one of ours.');
    }
    if (Number(expires) * 1000 < Date.now()) {
      throw new Problem('expired', 'This link has expired.');
    }
    const stored = await storage.head(key);
    if (!stored) throw new Problem('not_found', 'There is no such file.');
    res.set({
      'Content-Type': stored.contentType,
      'Cache-Control': 'private',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(stored.etag && { ETag: stored.etag }),
      ...(downloadName !== null && { 'Content-Disposition': dispositionOf(downloadName) }),
    });
    res.sendFile(objectFile(key), { root: dir, cacheControl: false }, (error) => {
      if (!error || ('code' in error && error.code === 'ECONNABORTED')) return;
      // `Content-Range` is already set, and says how long the file is.
      if ('status' in error && error.status === 416 && !res.headersSent) res.status(416).end();
      else next(error);
    });
  };
}

/** The limit of most file systems, bytes. */
const LONGEST_NAME = 255;

/**
 * Each part of the key is one name, escaped so that any system can have it. No name begins with a
 * dot: those are the storage's own. Throws `ProviderFailure`, `rejected`, for a key that would
 * leave the folder or has no such name.
 */
export function objectFile(key: string): string {
  const names = key.split('/').map((part) => encodeURIComponent(part).replaceAll('*', '%2A'));
  const isName = (name: string) => /^[^.]/.test(name) && name.length <= LONGEST_NAME - 10;
  if (names.every(isName)) return path.join(...names);
  throw new ProviderFailure('Folder', 'rejected', `no file can be stored as ${key}`);
}
