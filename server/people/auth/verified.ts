import { sql } from 'drizzle-orm';
import { users, type VerifiedBy } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';

/**
 * Whether the owner of this account has proved that the address is theirs. Old verifications
 * without a recorded method (`emailVerifiedAt` alone) do not count, because anybody's click could
 * cause one.
 */
export const isVerified = (user: Pick<User, 'emailVerifiedBy'>): boolean =>
  user.emailVerifiedBy !== null;

/** The columns that mark an address as verified now; the first verification is kept. */
export const verifiedBy = (way: VerifiedBy) => ({
  emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
  emailVerifiedBy: sql`coalesce(${users.emailVerifiedBy}, ${way})`,
  updatedAt: sql`now()`,
});
