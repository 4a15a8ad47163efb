import type { RequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';

/**
 * Answers 404 to paths that are not valid UTF-8, which Express cannot decode, or contain a NUL, which
 * PostgreSQL cannot look up. Both would otherwise be answered with 500.
 */
export const rejectMalformedPath: RequestHandler = (req, _res, next) => {
  if (!isText(req.path) || /%00/.test(req.path)) {
    throw new Problem('not_found', 'There is nothing at this address');
  }
  next();
};

function isText(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
