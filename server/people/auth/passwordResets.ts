import { hash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { ForgotRequest, ResetRequest } from '#shared/account.ts';
import { Problem } from '#shared/problem.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { audit, passwordResetTokens as tokens, users } from '../../base/db/tables.ts';
import { resetEmail } from '../../mail/email/templates/accountEmails.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import type { Admins } from './admins.ts';
import { hasAddress, verifiedBy } from './emailAddress.ts';
import { hashPassword } from './passwordAttempts.ts';
import { signOutEverywhere } from './sessions.ts';

/** Silent, so that it reveals nothing; the last link stays valid. */
const EMAILS_AN_HOUR = 5;
/** Well above what storing an email takes, so that timing reveals nothing either, ms. */
const ANSWER_AFTER = 250;
/** Begins a token that an operator hands over: unlike an email's, it proves no mailbox. */
const BY_HAND = 'by-hand.';

export type PasswordResets = ReturnType<typeof openPasswordResets>;

export function openPasswordResets(tools: {
  db: Db;
  outbox: Outbox;
  admins: Admins;
  publicUrl: string;
  supportEmail: string;
}) {
  const { db, outbox, admins, publicUrl, supportEmail } = tools;

  async function writeTo(email: string): Promise<void> {
    await db.transaction(async (tx) => {
      const user = await lockAccount(tx, email);
      if (!user) return;
      const isRecent = gt(tokens.createdAt, sql`now() - interval '1 hour'`);
      const sent = await tx.$count(tokens, and(eq(tokens.userId, user.id), isRecent));
      if (sent >= EMAILS_AN_HOUR) return;
      const token = newToken();
      await outbox.post(tx, {
        about: `reset:${await replaceToken(tx, user.id, token)}`,
        kind: 'reset',
        to: user.email,
        message: resetEmail({ resetUrl: resetUrl(publicUrl, token), publicUrl, supportEmail }),
      });
    });
  }

  return {
    /** Emails a link if there is such an account; looks the same if there is none. */
    async request({ email }: ForgotRequest): Promise<void> {
      await Promise.all([writeTo(email), wait(ANSWER_AFTER)]);
    },

    /** Also signs the account out everywhere. Throws `Problem('invalid')`. */
    async reset({ token, password }: ResetRequest, share: Share): Promise<void> {
      // Before the transaction: hashing is slow, and nothing should be locked meanwhile.
      const passwordHash = await hashPassword(share, password);
      await db.transaction(async (tx) => {
        const userId = await spend(tx, token);
        const isUnproven = sql`${users.emailVerifiedBy} is null`;
        const [user] = await tx
          .update(users)
          .set({
            passwordHash,
            updatedAt: sql`now()`,
            // Using an email's link proves access to this mailbox.
            ...(!token.startsWith(BY_HAND) && verifiedBy('reset')),
            // A Google account linked without a verified address may be somebody else's.
            googleId: sql`case when ${isUnproven} then null else ${users.googleId} end`,
            authProvider: sql`case when ${isUnproven} then 'local' else ${users.authProvider} end`,
            // So may be the feed's address, which works without a session.
            feedToken: sql`case when ${isUnproven} then null else ${users.feedToken} end`,
          })
          .where(eq(users.id, userId))
          .returning();
        if (user) await admins.grantAdminIfListed(tx, user);
        await signOutEverywhere(tx, userId);
      });
    },
  };
}

/** Works once, for an hour, ends older links, and leaves the address as unproven as it was. */
export async function makeResetLink(db: Db, email: string, publicUrl: string): Promise<string> {
  return db.transaction(async (tx) => {
    const user = await lockAccount(tx, email);
    if (!user) throw new Problem('not_found', `There is no account with the address ${email}`);
    const token = BY_HAND + newToken();
    await replaceToken(tx, user.id, token);
    const detail = { by: 'npm run admin' };
    await tx.insert(audit).values({ action: 'password.link', target: `user:${user.id}`, detail });
    return resetUrl(publicUrl, token);
  });
}

/** Locked, so that of two concurrent requests the later one invalidates the earlier link. */
async function lockAccount(tx: DbOrTx, email: string) {
  const [user] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(hasAddress(email))
    .for('update');
  return user;
}

const newToken = (): string => randomBytes(32).toString('base64url');

const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${token}`;

/** Makes `token` the account's only valid one; returns the id of its row. */
async function replaceToken(tx: DbOrTx, userId: number, token: string): Promise<number> {
  await tx
    .update(tokens)
    .set({ used: true })
    .where(and(eq(tokens.userId, userId), eq(tokens.used, false)));
  const [row] = await tx
    .insert(tokens)
    .values({ userId, token: digest(token), expiresAt: sql`now() + interval '1 hour'` })
    .returning({ id: tokens.id });
  if (!row) throw new Error('the reset token was not stored');
  return row.id;
}

/** Marks the token as used, in one statement, so that only one use succeeds. */
async function spend(tx: DbOrTx, token: string): Promise<number> {
  const mine = eq(tokens.token, digest(token));
  // Lock the account first, as `writeTo` does, to avoid a deadlock.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, tx.select({ id: tokens.userId }).from(tokens).where(mine)))
    .for('update');
  const [spent] = await tx
    .update(tokens)
    .set({ used: true })
    .where(and(mine, eq(tokens.used, false), gt(tokens.expiresAt, sql`now()`)))
    .returning({ userId: tokens.userId });
  if (!spent) {
    throw new Problem('invalid', 'This reset link is no longer valid. Please ask for a new one.');
  }
  return spent.userId;
}

const digest = (token: string): string => hash('sha256', token);
