import type { RequestHandler } from 'express';

/**
 * What is told to somebody who is signed in stays in no cache, the browser's own included: the next
 * person at it may press Back. A route that answers the same to everybody says so itself.
 */
export const noindexPrivate: RequestHandler = (req, res, next) => {
  if (req.user) res.set('Cache-Control', 'no-store');
  next();
};
