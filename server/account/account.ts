import { and, eq, sql } from 'drizzle-orm';
import type { AccountChange, AccountDeletion } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import { hashPassword, matchesPassword } from '../auth/accounts.ts';
import type { User } from '../auth/guard.ts';
import { signOutEverywhere } from '../auth/sessions.ts';
import { users } from '../db/tables.ts';
import { exportAccount } from './export.ts';
import { forgetFarewells, type RemoveTools, removeAccount } from './remove.ts';

/** What a person may do with the account they are signed in to. */
export interface Account {
  /**
   * Changes names and password, both or neither; what is left out stays. A new password ends every
   * session of the account. Throws `Problem('bad_credentials')` at `password.current`.
   */
  change(user: User, change: AccountChange): Promise<User>;
  /** Everything we keep of this person; see `export.ts`. */
  export(user: User): Promise<object>;
  /** See `remove.ts`. */
  remove(user: User, given: AccountDeletion): Promise<void>;
  /** To be called now and then. */
  tidy(): Promise<void>;
}

export function openAccount(tools: RemoveTools): Account {
  const { db } = tools;
  return {
    export: (user) => exportAccount(db, user),
    remove: (user, given) => removeAccount(tools, user, given),
    tidy: () => forgetFarewells(db),

    async change(user, { firstName, lastName, password }) {
      if (password) await checkCurrent(user, password.current);
      // Before the transaction: it takes long, and nothing should be locked meanwhile.
      const passwordHash = password && (await hashPassword(password.new));
      return db.transaction(async (tx) => {
        // Only over the password that was checked: it may have been reset in the meantime.
        const isUnchanged = sql`${users.passwordHash} is not distinct from ${user.passwordHash}`;
        const [changed] = await tx
          .update(users)
          .set({ firstName, lastName, passwordHash, updatedAt: sql`now()` })
          .where(and(eq(users.id, user.id), password ? isUnchanged : undefined))
          .returning();
        if (!changed) throw new Problem('conflict', 'Your password was changed elsewhere just now');
        if (passwordHash) await signOutEverywhere(tx, user.id);
        return changed;
      });
    },
  };
}

/** An account that only ever came in with Google has no password to ask for. */
async function checkCurrent(user: User, password: string): Promise<void> {
  if (!user.passwordHash || (await matchesPassword(password, user.passwordHash))) return;
  const message = 'Your current password is not right';
  throw new Problem('bad_credentials', message, { 'password.current': message });
}
