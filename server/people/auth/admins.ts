import { and, eq, inArray, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { audit, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { addressKey, hasAddress, isVerified } from './emailAddress.ts';

export type Admins = ReturnType<typeof openAdmins>;

/** `emails` in lower case. Anybody can type an address, so only a verified one counts. */
export function openAdmins(
  db: Db,
  { emails, trustUnproven }: { emails: readonly string[]; trustUnproven: boolean },
) {
  async function grantAdminIfListed(tx: DbOrTx, user: User): Promise<User> {
    const isListed = emails.includes(addressKey(user.email));
    if (!isListed || !(isVerified(user) || trustUnproven)) return user;
    return (await setAdmin(tx, user.id, true, 'ADMIN_EMAILS')) ?? user;
  }

  return {
    /** Makes the account an admin if its address is listed and trusted; returns the current row. */
    grantAdminIfListed,
    /** The setup code has proved enough: the address need not be verified. */
    async grantAdminToFirst(tx: DbOrTx, user: User): Promise<User> {
      return (await setAdmin(tx, user.id, true, 'setup code')) ?? user;
    },
    /** Call it at a start: `ADMIN_EMAILS` may have grown. */
    async grantAllListed(): Promise<void> {
      if (!emails.length) return;
      const listed = await db
        .select()
        .from(users)
        .where(inArray(sql`lower(${users.email})`, [...emails]));
      for (const user of listed) await db.transaction((tx) => grantAdminIfListed(tx, user));
    },
  };
}

/** The address need not be verified. False if nothing changed. Throws `Problem('not_found')`. */
export async function setAdminByHand(db: Db, email: string, isAdmin: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(hasAddress(email));
    if (!user) throw new Problem('not_found', `There is no account with the address ${email}`);
    return (await setAdmin(tx, user.id, isAdmin, 'npm run admin')) !== null;
  });
}

/** Writes the change and its audit row; null if there was nothing to change. */
async function setAdmin(
  tx: DbOrTx,
  id: number,
  isAdmin: boolean,
  by: string,
): Promise<User | null> {
  const [changed] = await tx
    .update(users)
    .set({ isAdmin, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), eq(users.isAdmin, !isAdmin)))
    .returning();
  if (!changed) return null;
  const action = isAdmin ? 'admin.grant' : 'admin.revoke';
  await tx.insert(audit).values({ action, target: `user:${id}`, detail: { by } });
  return changed;
}
