import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { welcomeEmail } from '../email/templates/buyer.ts';
import { verificationEmail } from '../email/templates/verification.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Admins } from './admins.ts';
import { openSignedLinks } from './signedLinks.ts';
import type { User } from './user.ts';
import { isVerified, verifiedBy } from './verified.ts';

const DAY = 24 * 60 * 60;
/** Seconds the links are good for: a letter may lie unread over a weekend, or in a box nobody reads. */
const VERIFIABLE_FOR = 7 * DAY;
const DISOWN_FOR = 30 * DAY;

/**
 * The letters to an address that somebody registered, and what their links are worth. The link that
 * proves the address counts only together with a session of that very account: whoever opens the
 * letter need not be whoever chose the password. It opens no session and changes no password; used
 * again, it changes nothing.
 */
export interface EmailVerification {
  /** Posts the welcome letter, with its links unless the address is proven. Once for each account. */
  welcome(tx: DbOrTx, user: User): Promise<void>;
  /** Posts a letter with new links, unless the address is proven. */
  ask(user: User): Promise<void>;
  /**
   * Marks the address of this signed-in account as proven. Throws `Problem('invalid')` for a link
   * that is not good, `Problem('not_found')` for one of another account.
   */
  use(token: string, visitor: User): Promise<void>;
  /**
   * The account that the reader of a letter never registered. Throws `Problem('invalid')` for a link
   * that is not good, `Problem('conflict')` once the address is proven.
   */
  disowned(token: string): Promise<User>;
}

export function openEmailVerification(tools: {
  db: Db;
  outbox: Outbox;
  admins: Admins;
  /** Signs sessions too. */
  secret: string;
  publicUrl: string;
  supportEmail: string;
}): EmailVerification {
  const { db, outbox, admins, secret, publicUrl, supportEmail } = tools;
  const emailVerification = openSignedLinks(secret, 'proof of an address');
  const disownments = openSignedLinks(secret, 'not registered by the owner of the address');
  const linksFor = (user: User) => ({
    verifyUrl: `${publicUrl}/auth?proof=${emailVerification.issue(user, VERIFIABLE_FOR)}`,
    disownUrl: `${publicUrl}/auth?disown=${disownments.issue(user, DISOWN_FOR)}`,
  });

  return {
    async welcome(tx, user) {
      await outbox.post(tx, {
        about: `user:${user.id}`,
        kind: 'welcome',
        to: user.email,
        message: welcomeEmail({
          links: isVerified(user) ? null : linksFor(user),
          createUrl: `${publicUrl}/create`,
          supportEmail,
        }),
      });
    },

    async ask(user) {
      if (isVerified(user)) return;
      await outbox.post(db, {
        about: `user:${user.id}:${randomUUID()}`,
        kind: 'proof',
        to: user.email,
        message: verificationEmail({ ...linksFor(user), supportEmail }),
      });
    },

    async use(token, visitor) {
      await db.transaction(async (tx) => {
        const user = await emailVerification.read(tx, token);
        if (!user) {
          throw new Problem(
            'invalid',
            'This link is no longer valid. Sign in and ask for a new letter.',
          );
        }
        if (user.id !== visitor.id) {
          throw new Problem(
            'not_found',
            'This link belongs to another account. Sign in to that one and open the link again.',
          );
        }
        const [proven] = await tx
          .update(users)
          .set(verifiedBy('email'))
          .where(eq(users.id, user.id))
          .returning();
        if (proven) await admins.appoint(tx, proven);
      });
    },

    async disowned(token) {
      const user = await disownments.read(db, token);
      if (!user) throw new Problem('invalid', 'This link is no longer valid.');
      if (isVerified(user)) {
        throw new Problem(
          'conflict',
          'This address has been confirmed since. Sign in to change the account or to delete it.',
        );
      }
      return user;
    },
  };
}
