import bcrypt from 'bcrypt';
import { and, eq, sql } from 'drizzle-orm';
import type { Account, LoginRequest, RegisterRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/tables.ts';
import type { User } from './guard.ts';

/** About 45 ms a check on one core; OWASP asks for at least 10. */
const BCRYPT_COST = 10;
/** Compared with when there is no account, so that its absence takes as long as a wrong password. */
const NOBODY = bcrypt.hashSync('nobody has this password', BCRYPT_COST);

export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, BCRYPT_COST);
}

export interface Accounts {
  /** Throws `Problem('email_taken')`. */
  register(request: RegisterRequest): Promise<User>;
  /** Throws `Problem('bad_credentials')`. */
  check(request: LoginRequest): Promise<User>;
  find(id: number): Promise<User | null>;
}

/** `adminEmails`: addresses that are made admins at sign-up, trusted only where `trustUnproven` is. */
export function openAccounts(
  db: Db,
  options: { adminEmails: string[]; trustUnproven: boolean },
): Accounts {
  async function byEmail(email: string): Promise<User | null> {
    const [user] = await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
    return user ?? null;
  }

  return {
    async register({ email, password }) {
      const passwordHash = await hashPassword(password);
      const isAdmin = options.trustUnproven && options.adminEmails.includes(email.toLowerCase());
      for (let attempt = 0; attempt < 10; attempt++) {
        const username = usernameFor(email, attempt);
        const [user] = await db
          .insert(users)
          .values({ email, username, passwordHash, isAdmin })
          .onConflictDoNothing()
          .returning();
        if (user) return user;
        if (await byEmail(email)) throw new Problem('email_taken', 'Email already registered');
      }
      throw new Problem('conflict', 'Registration failed');
    },

    async check({ email, password }) {
      const user = await byEmail(email);
      if (user && !user.passwordHash && user.googleId) {
        throw new Problem('bad_credentials', 'Account created with Google');
      }
      const matches = await bcrypt.compare(password, user?.passwordHash ?? NOBODY);
      if (!user || !matches) throw new Problem('bad_credentials', 'Invalid email or password');
      return user;
    },

    async find(id) {
      const [user] = await db
        .select()
        .from(users)
        .where(and(eq(users.id, id)));
      return user ?? null;
    },
  };
}

/** The part before the @, made unique by a random ending from the second attempt on. */
function usernameFor(email: string, attempt: number): string {
  const base = (email.split('@')[0] ?? '').toLowerCase().replace(/[^a-z0-9._-]/g, '') || 'listener';
  return attempt === 0 ? base : `${base}-${Math.random().toString(36).slice(2, 8)}`;
}

/** What a browser may know of an account. */
export function presentAccount(user: User): Account {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    authProvider: user.authProvider,
    isAdmin: user.isAdmin,
    emailVerified: user.emailVerifiedAt !== null,
    subscriptionStatus: user.subscriptionStatus,
    monthlyPodcastsGenerated: user.monthlyPodcastsGenerated,
    hasUsedFreePodcast: user.hasUsedFreePodcast,
    hasMadeFirstPurchase: user.hasMadeFirstPurchase,
  };
}
