import type { RequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';

/**
 * There is nothing at an address that is no text or has a NUL in it: Express cannot decode the
 * one, PostgreSQL cannot look for the other, and both would look like failures of ours.
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
