import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Request } from 'express';
import {
  type Account,
  account,
  type LoginRequest,
  NAME_MAX,
  type RegisterRequest,
} from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import { storable } from '#shared/storable.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { forgetSetupCode, type Signups } from '../edition/openHouse.ts';
import type { Admins } from './admins.ts';
import { hasAddress, isVerified } from './emailAddress.ts';
import type { EmailVerification } from './emailVerification.ts';
import { hashPassword, type PasswordAttempts } from './passwordAttempts.ts';

export type Accounts = ReturnType<typeof openAccounts>;

export function openAccounts(tools: {
  db: Db;
  emailVerification: EmailVerification;
  admins: Admins;
  passwordAttempts: PasswordAttempts;
  /** Null where everybody may have an account. */
  signups: Signups | null;
}) {
  const { db, emailVerification, admins, passwordAttempts, signups } = tools;
  // Read with every request of a signed-in visitor.
  const byId = db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account_by_id');

  async function byEmail(email: string): Promise<User | null> {
    const [user] = await db.select().from(users).where(hasAddress(email));
    return user ?? null;
  }

  return {
    /** Throws `Problem('email_taken')`, `Problem('too_many')`, and what `signups.admit` throws. */
    async register(
      { email, password, setupCode = '' }: RegisterRequest,
      share: Share,
    ): Promise<User> {
      // Before the slow hash as well: a refusal should cost little.
      await signups?.admit(db, setupCode);
      const passwordHash = await hashPassword(share, password);
      for (let attempt = 0; attempt < 10; attempt++) {
        const username = usernameFor(email, attempt);
        const made = await db.transaction(async (tx) => {
          const isFirst = await signups?.admit(tx, setupCode);
          const [user] = await tx
            .insert(users)
            .values({ email, username, passwordHash })
            .onConflictDoNothing()
            .returning();
          if (!user) return null;
          await emailVerification.welcome(tx, user);
          if (!isFirst) return admins.grantAdminIfListed(tx, user);
          await forgetSetupCode(tx);
          return admins.grantAdminToFirst(tx, user);
        });
        if (made) return made;
        if (await byEmail(email)) throw new Problem('email_taken', 'Email already registered');
      }
      throw new Problem('conflict', 'Registration failed');
    },

    /** Throws `Problem('bad_credentials')`, and `Problem('too_many')` (`passwordAttempts.ts`). */
    async check({ email, password }: LoginRequest, req: Request): Promise<User> {
      const user = await byEmail(email);
      const isRight = await passwordAttempts.isRight({ password, email, user, req });
      if (user && isRight) return user;
      const isGoogles = user && !user.passwordHash && user.googleId;
      const message = isGoogles ? 'Account created with Google' : 'Invalid email or password';
      throw new Problem('bad_credentials', message);
    },

    async find(id: number): Promise<User | null> {
      const [user] = await byId.execute({ id });
      return user ?? null;
    },
  };
}

/** Leaves out all that the schema does not name, such as the password's hash. */
export function presentAccount(user: User): Account {
  const hasPassword = user.passwordHash !== null;
  return account.parse({ ...user, emailVerified: isVerified(user), hasPassword });
}

/** Creates the account on first use. Throws `Problem('conflict')` if its address is taken. */
export type Demo = (role: 'user' | 'admin') => Promise<User>;

export function openDemo(db: Db): Demo {
  return async (role) => {
    const email = `demo-${role}@duologue.example`;
    await db
      .insert(users)
      .values({
        email,
        username: `demo-${role}`,
        firstName: 'Demo',
        isAdmin: role === 'admin',
        emailVerifiedAt: sql`now()`,
        emailVerifiedBy: 'demo',
      })
      .onConflictDoNothing();
    const [user] = await db.select().from(users).where(eq(users.email, email));
    // Do not hand out an account that somebody else registered under this address.
    if (!user || user.passwordHash || user.googleId || user.isAdmin !== (role === 'admin')) {
      throw new Problem('conflict', `The address ${email} belongs to an account of its own`);
    }
    return user;
  };
}

/** The part before the @; from the second attempt on with a random ending. */
export function usernameFor(email: string, attempt: number): string {
  const base = (email.split('@')[0] ?? '').toLowerCase().replace(/[^a-z0-9._-]/g, '') || 'listener';
  const ending = randomInt(36 ** 6).toString(36);
  return attempt === 0 ? base : `${base}-${ending.padStart(6, '0')}`;
}

/** `Mira von Hagen` becomes Mira and von Hagen: a guess that the person can correct. */
export function namesOf(full: string): { firstName: string | null; lastName: string | null } {
  const [first = '', ...rest] = storable(full).trim().split(/\s+/);
  const cut = (name: string) => [...name].slice(0, NAME_MAX).join('') || null;
  return { firstName: cut(first), lastName: cut(rest.join(' ')) };
}

/** Null if our pages may not show the picture. */
export function pictureOf(url: string | null): string | null {
  return url && url.length <= 2048 && URL.parse(url)?.protocol === 'https:' ? url : null;
}
