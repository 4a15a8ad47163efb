import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { verificationEmail, welcomeEmail } from '../../mail/email/templates/accountEmails.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import type { Admins } from './admins.ts';
import { isVerified, verifiedBy } from './emailAddress.ts';
import { openSigner } from './signer.ts';

const DAY = 24 * 60 * 60;
/** Seconds for which the links are valid. */
const VERIFIABLE_FOR = 7 * DAY;
const DISOWN_FOR = 30 * DAY;

export type EmailVerification = ReturnType<typeof openEmailVerification>;

/**
 * The link that verifies the address counts only within a session of that account: the reader of
 * the email may not be the person who chose the password.
 */
export function openEmailVerification(tools: {
  db: Db;
  outbox: Outbox;
  admins: Admins;
  secret: string;
  publicUrl: string;
  supportEmail: string;
  sells: boolean;
}) {
  const { db, outbox, admins, secret, publicUrl, supportEmail, sells } = tools;
  const emailVerification = openSignedLinks(secret, 'proof of an address');
  const disownments = openSignedLinks(secret, 'not registered by the owner of the address');
  const linksFor = (user: User) => ({
    verifyUrl: `${publicUrl}/auth?proof=${emailVerification.issue(user, VERIFIABLE_FOR)}`,
    disownUrl: `${publicUrl}/auth?disown=${disownments.issue(user, DISOWN_FOR)}`,
  });

  return {
    /** Sends the welcome email once, with its links unless the address is verified. */
    async welcome(tx: DbOrTx, user: User): Promise<void> {
      await outbox.post(tx, {
        about: `user:${user.id}`,
        kind: 'welcome',
        to: user.email,
        message: welcomeEmail({
          links: isVerified(user) ? null : linksFor(user),
          createUrl: `${publicUrl}/create`,
          sells,
          publicUrl,
          supportEmail,
        }),
      });
    },

    async resend(user: User): Promise<void> {
      if (isVerified(user)) return;
      await outbox.post(db, {
        about: `user:${user.id}:${randomUUID()}`,
        kind: 'proof',
        to: user.email,
        message: verificationEmail({ ...linksFor(user), publicUrl, supportEmail }),
      });
    },

    /** Throws `Problem('invalid')`, and `Problem('not_found')` for another account's link. */
    async verify(token: string, visitor: User): Promise<void> {
      await db.transaction(async (tx) => {
        const user = await emailVerification.read(tx, token);
        if (!user) {
          throw new Problem(
            'invalid',
            'This link is no longer valid. Sign in and ask for a new one.',
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
        if (proven) await admins.grantAdminIfListed(tx, proven);
      });
    },

    /** Throws `Problem('invalid')`, and `Problem('conflict')` once the address is verified. */
    async accountToDisown(token: string): Promise<User> {
      const user = await disownments.read(db, token);
      if (!user) throw new Problem('invalid', 'This link is no longer valid.');
      if (isVerified(user)) {
        throw new Problem(
          'conflict',
          'This address has since been confirmed. Sign in to change the account or delete it.',
        );
      }
      return user;
    },
  };
}

const SHAPE = /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

/** Nothing is stored, so nothing can leak. Bound to the account and its current address. */
function openSignedLinks(secret: string, purpose: string) {
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
