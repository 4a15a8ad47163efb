import { and, eq, sql } from 'drizzle-orm';
import type { Request } from 'express';
import { type AccountChange, type AccountDeletion, DELETE_WORD } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import { shareOf } from '../../base/bounds/network.ts';
import { orders, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { isVerified } from '../auth/emailAddress.ts';
import { hashPassword, type PasswordAttempts } from '../auth/passwordAttempts.ts';
import { signOutEverywhere } from '../auth/sessions.ts';
import { exportAccount } from './export.ts';
import { forgetFarewells, type RemoveTools, removeAccount } from './removeAccount.ts';

export type Account = ReturnType<typeof openAccount>;

export function openAccount(tools: RemoveTools & { passwordAttempts: PasswordAttempts }) {
  const { db, passwordAttempts } = tools;
  const isPassword = (user: User, password: string, req: Request) =>
    passwordAttempts.isRight({ password, email: user.email, user, req });
  return {
    export: (user: User) => exportAccount(db, user),
    /** Throws `Problem('bad_credentials')`, `'invalid'`, and what `removeAccount` throws. */
    async remove(
      user: User,
      { password = '', word = '' }: AccountDeletion,
      req: Request,
    ): Promise<void> {
      // An open session must not be enough.
      if (!user.passwordHash && word.trim().toUpperCase() !== DELETE_WORD) {
        const message = `Please type ${DELETE_WORD} to delete your account`;
        throw new Problem('invalid', message, { word: message });
      }
      if (user.passwordHash && !(await isPassword(user, password, req))) {
        const message = 'That’s not your password';
        throw new Problem('bad_credentials', message, { password: message });
      }
      await removeAccount(tools, user);
    },

    /**
     * An account with orders stays as a financial record, which the owner of the address may take
     * over by a new password. True if it was deleted. Throws `Problem('conflict')` once verified.
     */
    async disown({ id }: User): Promise<boolean> {
      const closed = await db.transaction(async (tx) => {
        const [there] = await tx.select().from(users).where(eq(users.id, id)).for('update');
        if (!there) return null;
        if (isVerified(there)) {
          throw new Problem('conflict', 'This address has since been confirmed.');
        }
        await signOutEverywhere(tx, id);
        const [closed] = await tx
          .update(users)
          .set({ passwordHash: null, googleId: null, feedToken: null, updatedAt: sql`now()` })
          .where(eq(users.id, id))
          .returning();
        return closed ?? null;
      });
      // Nobody can order any more, so this count is final.
      if (closed && (await db.$count(orders, eq(orders.userId, id))) > 0) return false;
      if (closed) await removeAccount(tools, closed);
      return true;
    },

    /** Call this periodically. */
    tidy: () => forgetFarewells(db),

    /** Throws `Problem('bad_credentials')` at `password.current`, and `Problem('too_many')`. */
    async change(user: User, { password, ...rest }: AccountChange, req: Request): Promise<User> {
      // An account that was only used with Google has no password.
      const asks = password && user.passwordHash;
      if (asks && !(await isPassword(user, password.current, req))) {
        const message = 'That’s not your current password';
        throw new Problem('bad_credentials', message, { 'password.current': message });
      }
      // Before the transaction: hashing is slow, and nothing should be locked meanwhile.
      const passwordHash = password && (await hashPassword(shareOf(req), password.new));
      return db.transaction(async (tx) => {
        // Only if the password is still the one that was checked: it may have been reset meanwhile.
        const isUnchanged = sql`${users.passwordHash} is not distinct from ${user.passwordHash}`;
        const [changed] = await tx
          .update(users)
          .set({ ...rest, passwordHash, updatedAt: sql`now()` })
          .where(and(eq(users.id, user.id), password ? isUnchanged : undefined))
          .returning();
        if (!changed)
          throw new Problem('conflict', 'Your password was just changed somewhere else');
        if (passwordHash) await signOutEverywhere(tx, user.id);
        return changed;
      });
    },
  };
}
