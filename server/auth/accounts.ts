import { randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { eq, sql } from 'drizzle-orm';
import {
  type Account,
  type LoginRequest,
  PASSWORD_MAX_BYTES,
  type RegisterRequest,
} from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/tables.ts';
import type { Admins } from './admins.ts';
import type { User } from './guard.ts';
import { usernameFor } from './names.ts';
import type { Proofs } from './proofs.ts';

/** About 45 ms a check on one core; OWASP asks for at least 10. */
const BCRYPT_COST = 10;
/** Compared with where there is no password, so that its absence takes as long as a wrong one. */
const NOBODY = bcrypt.hashSync(randomUUID(), BCRYPT_COST);

export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, BCRYPT_COST);
}

/** bcrypt reads 72 bytes: behind a password of that length any ending would do. */
export async function matchesPassword(password: string, passwordHash: string): Promise<boolean> {
  const matches = await bcrypt.compare(password, passwordHash);
  return matches && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
}

export interface Accounts {
  /** Makes the account and posts its welcome letter, both or neither. Throws `Problem('email_taken')`. */
  register(request: RegisterRequest): Promise<User>;
  /** Throws `Problem('bad_credentials')`. */
  check(request: LoginRequest): Promise<User>;
  find(id: number): Promise<User | null>;
}

export function openAccounts(tools: { db: Db; proofs: Proofs; admins: Admins }): Accounts {
  const { db, proofs, admins } = tools;
  // Read with every request of whoever is signed in.
  const byId = db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_by_id');

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
      for (let attempt = 0; attempt < 10; attempt++) {
        const username = usernameFor(email, attempt);
        const made = await db.transaction(async (tx) => {
          const [user] = await tx
            .insert(users)
            .values({ email, username, passwordHash })
            .onConflictDoNothing()
            .returning();
          if (!user) return null;
          await proofs.welcome(tx, user);
          return admins.appoint(tx, user);
        });
        if (made) return made;
        if (await byEmail(email)) throw new Problem('email_taken', 'Email already registered');
      }
      throw new Problem('conflict', 'Registration failed');
    },

    async check({ email, password }) {
      const user = await byEmail(email);
      if (user && !user.passwordHash && user.googleId) {
        throw new Problem('bad_credentials', 'Account created with Google');
      }
      const matches = await matchesPassword(password, user?.passwordHash ?? NOBODY);
      if (!user?.passwordHash || !matches) {
        throw new Problem('bad_credentials', 'Invalid email or password');
      }
      return user;
    },

    async find(id) {
      const [user] = await byId.execute({ id });
      return user ?? null;
    },
  };
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
    hasPassword: user.passwordHash !== null,
    subscriptionStatus: user.subscriptionStatus,
    monthlyPodcastsGenerated: user.monthlyPodcastsGenerated,
    hasUsedFreePodcast: user.hasUsedFreePodcast,
    hasMadeFirstPurchase: user.hasMadeFirstPurchase,
  };
}
