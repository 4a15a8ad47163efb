import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Request } from 'express';
import type {} from 'express-session';
import { sources } from '../../base/db/tables.ts';

declare module 'express-session' {
  interface SessionData {
    /** Owns what a visitor without an account adds. Never sent to anybody. */
    visitorKey: string;
  }
}

export type Owner = { userId: number } | { visitorKey: string };

/** Null for a visitor who has added nothing yet. */
export function ownerOf({ user, session }: Request): Owner | null {
  if (user) return { userId: user.id };
  return session.visitorKey ? { visitorKey: session.visitorKey } : null;
}

export function isOwnedBy(owner: Owner): SQL {
  return 'userId' in owner
    ? eq(sources.userId, owner.userId)
    : eq(sources.visitorKey, owner.visitorKey);
}

export const areOwn = (owner: Owner, ids: string[]) =>
  and(isOwnedBy(owner), inArray(sources.id, ids));
