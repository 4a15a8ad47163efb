import { eq, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { orders, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { signOutEverywhere } from '../auth/sessions.ts';
import { isVerified } from '../auth/verified.ts';
import { type RemoveTools, removeAccount } from './removeAccount.ts';

/**
 * An account with orders stays as a financial record, which the owner of the address may take over
 * by a new password. True if it was deleted. Throws `Problem('conflict')` once verified.
 */
export async function disownAccount(tools: RemoveTools, { id }: User): Promise<boolean> {
  const { db } = tools;
  const closed = await db.transaction(async (tx) => {
    const [there] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    if (!there) return null;
    if (isVerified(there)) throw new Problem('conflict', 'This address has since been confirmed.');
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
}
