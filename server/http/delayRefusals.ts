import type { ErrorRequestHandler } from 'express';
import { Problem } from '#shared/problem.ts';

/**
 * Holds back the answer to who comes too often, for about so many milliseconds. A program that tries
 * again as soon as it is refused would otherwise take the CPU that pages need; waiting takes none.
 * Not for the same time each: those who were refused together would all be back together.
 */
export function delayRefusals(milliseconds: number): ErrorRequestHandler {
  return function delayRefusal(error, _req, _res, next) {
    if (error instanceof Problem && error.code === 'too_many' && milliseconds > 0) {
      setTimeout(() => next(error), milliseconds * (0.5 + Math.random()));
    } else next(error);
  };
}
