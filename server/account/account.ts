import { and, eq, sql } from 'drizzle-orm';
import type { Request } from 'express';
import type { AccountChange, AccountDeletion } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { PasswordAttempts } from '../auth/passwordAttempts.ts';
import { hashPassword } from '../auth/passwords.ts';
import { signOutEverywhere } from '../auth/sessions.ts';
import type { User } from '../auth/user.ts';
import { users } from '../db/tables.ts';
import { disownAccount } from './disown.ts';
import { exportAccount } from './export.ts';
import { checkIntent, forgetFarewells, type RemoveTools, removeAccount } from './remove.ts';

/** What a person may do with the account they are signed in to. */
export interface Account {
  /**
   * Changes names and password, both or neither; what is left out stays. A new password ends every
   * session of the account. Throws `Problem('bad_credentials')` at `password.current`, and
   * `Problem('too_many')` for too many wrong ones (`auth/passwordAttempts.ts`).
   */
  change(user: User, change: AccountChange, req: Request): Promise<User>;
  /** Everything we keep of this person; see `export.ts`. */
  export(user: User): Promise<object>;
  /** See `remove.ts`. */
  remove(user: User, given: AccountDeletion, req: Request): Promise<void>;
  /** See `disown.ts`: whether nothing is left of the account. */
  disown(user: User): Promise<boolean>;
  /** To be called now and then. */
  tidy(): Promise<void>;
}

export function openAccount(tools: RemoveTools & { passwordAttempts: PasswordAttempts }): Account {
  const { db, passwordAttempts } = tools;
  const isPassword = (user: User, password: string, req: Request) =>
    passwordAttempts.isRight({ password, email: user.email, user, req });
  return {
    export: (user) => exportAccount(db, user),
    async remove(user, given, req) {
      await checkIntent(user, given, (password) => isPassword(user, password, req));
      await removeAccount(tools, user);
    },
    disown: (user) => disownAccount(tools, user),
    tidy: () => forgetFarewells(db),

    async change(user, { firstName, lastName, password }, req) {
      // An account that only ever came in with Google has no password to ask for.
      const asks = password && user.passwordHash;
      if (asks && !(await isPassword(user, password.current, req))) {
        const message = 'Your current password is not right';
        throw new Problem('bad_credentials', message, { 'password.current': message });
      }
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
