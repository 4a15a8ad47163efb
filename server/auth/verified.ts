import { sql } from 'drizzle-orm';
import { users, type VerifiedBy } from '../db/tables.ts';
import type { User } from './user.ts';

/**
 * Whether whoever signs in to this account has shown that its address is theirs. A proof from
 * before it was recorded how (`emailVerifiedAt` alone) does not count: anybody's click made one.
 */
export const isVerified = (user: Pick<User, 'emailVerifiedBy'>): boolean =>
  user.emailVerifiedBy !== null;

/** The columns of an account whose address is proven now; the first proof stays. */
export const verifiedBy = (way: VerifiedBy) => ({
  emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
  emailVerifiedBy: sql`coalesce(${users.emailVerifiedBy}, ${way})`,
  updatedAt: sql`now()`,
});
