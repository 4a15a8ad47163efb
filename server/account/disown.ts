import { eq, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { signOutEverywhere } from '../auth/sessions.ts';
import type { User } from '../auth/user.ts';
import { isVerified } from '../auth/verified.ts';
import { orders, users } from '../db/tables.ts';
import { type RemoveTools, removeAccount } from './remove.ts';

/**
 * Ends an account that somebody registered with an address of another person, at that person's word.
 * Its password, its way in by Google, its feed and its sessions end in any case; an account that
 * never ordered anything is deleted, one that did stays for its records of money, and the owner of
 * the address may take it over by a new password. True when it was deleted. Throws
 * `Problem('conflict')` when the address was proven meanwhile.
 */
export async function disownAccount(tools: RemoveTools, { id }: User): Promise<boolean> {
  const { db } = tools;
  const closed = await db.transaction(async (tx) => {
    const [there] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    if (!there) return null;
    if (isVerified(there)) throw new Problem('conflict', 'This address has been confirmed since.');
    await signOutEverywhere(tx, id);
    const [closed] = await tx
      .update(users)
      .set({ passwordHash: null, googleId: null, feedToken: null, updatedAt: sql`now()` })
      .where(eq(users.id, id))
      .returning();
    return closed ?? null;
  });
  // Nobody can order any more: what is counted now stays so.
  if (closed && (await db.$count(orders, eq(orders.userId, id))) > 0) return false;
  if (closed) await removeAccount(tools, closed);
  return true;
}
