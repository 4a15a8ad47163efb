import { eq, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';

type Role = 'user' | 'admin';

/** Creates the account on first use. Throws `Problem('conflict')` if its address is taken. */
export type Demo = (role: Role) => Promise<User>;

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
