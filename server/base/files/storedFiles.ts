import type { RequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';
import { dispositionOf } from './disposition.ts';
import { objectFile } from './objectFile.ts';
import type { Storage } from './storage.ts';
import { type LinkSigner, openLink } from './storedLinks.ts';

interface StoredFilesOptions {
  dir: string;
  storage: Pick<Storage, 'head'>;
  signer: LinkSigner;
}

/** Ranges and conditional requests work as in a bucket. A link opens for anybody, on any site. */
export function storedFiles({ dir, storage, signer }: StoredFilesOptions): RequestHandler {
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw notSigned();
    const link = openLink(signer, req.url);
    if (!link) throw notSigned();
    if (link.isExpired) throw new Problem('expired', 'This link has expired.');
    const stored = await storage.head(link.key);
    if (!stored) throw new Problem('not_found', 'There is no such file.');
    const { contentType, etag } = stored;
    const { downloadName } = link;
    res.set({
      'Content-Type': contentType,
      'Cache-Control': 'private',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(etag && { ETag: etag }),
      ...(downloadName !== null && { 'Content-Disposition': dispositionOf(downloadName) }),
    });
    res.sendFile(objectFile(link.key), { root: dir, cacheControl: false }, (error) => {
      if (!error || ('code' in error && error.code === 'ECONNABORTED')) return;
      // `Content-Range` is already set, and says how long the file is.
      if ('status' in error && error.status === 416 && !res.headersSent) res.status(416).end();
      else next(error);
    });
  };
}

const notSigned = () => new Problem('forbidden', 'This link isn’t one of ours.');
