import { eq } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { openSigner } from './signer.ts';

const SHAPE = /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

/** Nothing is stored, so nothing can leak. Bound to the account and its current address. */
export function openSignedLinks(secret: string, purpose: string) {
  const signer = openSigner(secret, purpose);
  const statementOf = (user: User, expires: number) => [user.id, user.email.toLowerCase(), expires];
  return {
    issue(user: User, seconds: number): string {
      const expires = Math.floor(Date.now() / 1000) + seconds;
      return `${user.id}.${expires}.${signer.sign(statementOf(user, expires))}`;
    },
    /** Null if the token is invalid. */
    async read(tx: DbOrTx, token: string): Promise<User | null> {
      const [, id = '', expiry = '', signature = ''] = SHAPE.exec(token) ?? [];
      const expires = Number(expiry);
      // `0012.…` is the same number, but was never issued.
      if (!id || id !== String(Number(id)) || expires * 1000 < Date.now()) return null;
      const [user] = await tx
        .select()
        .from(users)
        .where(eq(users.id, Number(id)));
      return user && signer.isSigned(statementOf(user, expires), signature) ? user : null;
    },
  };
}
