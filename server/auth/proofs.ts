import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { welcomeLetter } from '../mail/letters.ts';
import { proofLetter } from '../mail/proof.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Admins } from './admins.ts';
import type { User } from './guard.ts';

/** Seconds a link is good for: the letter may lie unread over a weekend. */
const GOOD_FOR = 7 * 24 * 60 * 60;

/**
 * The link that proves an address carries a statement signed by us, `<user>.<expiry>.<signature>`:
 * nothing is stored, so nothing leaks from the database or has to be tidied. It opens no session
 * and changes no password; used again, it changes nothing.
 */
export interface Proofs {
  /** Posts the welcome letter, with a link unless the address is proven. Once for each account. */
  welcome(tx: DbOrTx, user: User): Promise<void>;
  /** Posts a letter with a new link, unless the address is proven. */
  ask(user: User): Promise<void>;
  /** Marks the address as proven. Throws `Problem('invalid')` for a link that is not good. */
  use(token: string): Promise<void>;
}

/** `secret` signs sessions too; what is derived from it here is good for nothing else. */
export function openProofs(tools: {
  db: Db;
  outbox: Outbox;
  admins: Admins;
  secret: string;
  publicUrl: string;
  supportEmail: string;
}): Proofs {
  const { db, outbox, admins, publicUrl, supportEmail } = tools;
  const key = Buffer.from(
    hkdfSync('sha256', tools.secret, '', 'duologue: proof of an address', 32),
  );
  const linkFor = (user: User) =>
    `${publicUrl}/auth?proof=${sign(key, user, Math.floor(Date.now() / 1000) + GOOD_FOR)}`;

  return {
    async welcome(tx, user) {
      await outbox.post(tx, {
        about: `user:${user.id}`,
        kind: 'welcome',
        to: user.email,
        letter: welcomeLetter({
          verifyUrl: user.emailVerifiedAt ? null : linkFor(user),
          createUrl: `${publicUrl}/create`,
          supportEmail,
        }),
      });
    },

    async ask(user) {
      if (user.emailVerifiedAt) return;
      await outbox.post(db, {
        about: `user:${user.id}:${randomUUID()}`,
        kind: 'proof',
        to: user.email,
        letter: proofLetter({ verifyUrl: linkFor(user), supportEmail }),
      });
    },

    async use(token) {
      const [, id = '', expires = ''] = /^(\d{1,9})\.(\d{1,12})\.[\w-]{43}$/.exec(token) ?? [];
      await db.transaction(async (tx) => {
        const [user] = id
          ? await tx
              .select()
              .from(users)
              .where(eq(users.id, Number(id)))
          : [];
        const isOver = Number(expires) * 1000 < Date.now();
        if (!user || isOver || !isEqual(token, sign(key, user, Number(expires)))) {
          throw new Problem(
            'invalid',
            'This link is no longer valid. Sign in and ask for a new letter.',
          );
        }
        const [proven] = await tx
          .update(users)
          .set({
            emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
            updatedAt: sql`now()`,
          })
          .where(eq(users.id, user.id))
          .returning();
        if (proven) await admins.appoint(tx, proven);
      });
    },
  };
}

/** Bound to the account and to the address it has: neither can be exchanged. */
function sign(key: Buffer, user: User, expires: number): string {
  const statement = JSON.stringify([user.id, user.email.toLowerCase(), expires]);
  const signature = createHmac('sha256', key).update(statement).digest('base64url');
  return `${user.id}.${expires}.${signature}`;
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
