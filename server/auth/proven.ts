import { sql } from 'drizzle-orm';
import { type ProvenBy, users } from '../db/tables.ts';
import type { User } from './guard.ts';

/**
 * Whether whoever signs in to this account has shown that its address is theirs. A proof from
 * before it was recorded how (`emailVerifiedAt` alone) does not count: anybody's click made one.
 */
export const isProven = (user: Pick<User, 'emailProvenBy'>): boolean => user.emailProvenBy !== null;

/** The columns of an account whose address is proven now; the first proof stays. */
export const provenBy = (way: ProvenBy) => ({
  emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
  emailProvenBy: sql`coalesce(${users.emailProvenBy}, ${way})`,
  updatedAt: sql`now()`,
});
