import { eq, type SQL, sql } from 'drizzle-orm';
import { users, type VerifiedBy } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';

/** The key for finding accounts and for counting guesses. */
export const addressKey = (email: string): string => email.trim().toLowerCase();

export const hasAddress = (email: string): SQL => eq(sql`lower(${users.email})`, addressKey(email));

/** `emailVerifiedAt` alone, from before methods were recorded, may be anybody's click. */
export const isVerified = (user: Pick<User, 'emailVerifiedBy'>): boolean =>
  user.emailVerifiedBy !== null;

/** Marks an address as verified now; the first verification is kept. */
export const verifiedBy = (way: VerifiedBy) => ({
  emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
  emailVerifiedBy: sql`coalesce(${users.emailVerifiedBy}, ${way})`,
  updatedAt: sql`now()`,
});
