import type { ErrorRequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';

/**
 * Delays each 429 by about `milliseconds`. A client that retries at once would otherwise take the CPU
 * that pages need. The delay is jittered, so that clients refused together do not return together.
 */
export function delayRefusals(milliseconds: number): ErrorRequestHandler {
  return function delayRefusal(error, _req, _res, next) {
    if (error instanceof Problem && error.code === 'too_many' && milliseconds > 0) {
      setTimeout(() => next(error), milliseconds * (0.5 + Math.random()));
    } else next(error);
  };
}
