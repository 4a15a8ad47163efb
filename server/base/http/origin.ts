import type { RequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that another site made a browser send. `own` is the origin of `PUBLIC_URL`;
 * without it, the Origin must have this host. A body must be declared as JSON, or as what `uploads`
 * names for its path: a cross-site form can do neither.
 */
export function onlyFrom(own: string | null, uploads: Record<string, string> = {}): RequestHandler {
  return function ownOriginOnly(req, _res, next) {
    if (READS.has(req.method)) return next();
    const site = req.get('sec-fetch-site');
    if (site && site !== 'same-origin' && site !== 'none') {
      throw new Problem('cross_site', 'This request came from another site');
    }
    const origin = req.get('origin');
    const isOurs = own
      ? origin === own
      : origin && (URL.parse(origin)?.host ?? null) === req.get('host');
    if (!isOurs) {
      throw new Problem(
        'cross_site',
        own
          ? `This works only at ${own}: open that address and try again`
          : 'This request did not come from our own pages',
      );
    }
    const hasBody =
      req.get('transfer-encoding') !== undefined || Number(req.get('content-length')) > 0;
    const taken = ['application/json', uploads[req.path] ?? []].flat();
    if (hasBody && !req.is(taken)) {
      throw new Problem('unsupported_type', 'The body must be JSON');
    }
    next();
  };
}

/** Express cannot decode a path that is not UTF-8, nor PostgreSQL a NUL: both would be a 500. */
export const rejectMalformedPath: RequestHandler = (req, _res, next) => {
  if (decoded(req.path) === null || /%00/.test(req.path)) {
    throw new Problem('not_found', 'There is nothing at this address');
  }
  next();
};

/** Null for a path that is not UTF-8. */
export function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
