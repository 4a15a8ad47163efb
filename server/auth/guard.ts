// Loads passport's augmentation of Request without loading passport.

import type { Request, RequestHandler } from 'express';
import type {} from 'passport';
import { Problem } from '#shared/problem.ts';
import type { users } from '../db/tables.ts';

export type User = typeof users.$inferSelect;

declare global {
  namespace Express {
    // Passport declares an empty `User`; ours is the row.
    interface User extends Readonly<typeof users.$inferSelect> {}
  }
}

/** The visitor's account, or null when nobody is signed in. */
export function visitorOf(req: Request): User | null {
  return req.user ?? null;
}

/** The signed-in account. Throws `Problem('unauthenticated')`. */
export function userOf(req: Request): User {
  if (!req.user) throw new Problem('unauthenticated', 'Please sign in first');
  return req.user;
}

export const signedIn: RequestHandler = (req, _res, next) => {
  userOf(req);
  next();
};

/**
 * Lets admins through; to everybody else there is nothing here. The account was read from the
 * database with this very request, so a role that was taken away is gone at once.
 */
export const adminOnly: RequestHandler = (req, _res, next) => {
  if (!visitorOf(req)?.isAdmin) throw new Problem('not_found', 'There is nothing at this address');
  next();
};
