import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import {
  contactMessages,
  emails,
  orders,
  podcasts,
  unmatchedPayments,
  users,
} from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { Storage } from '../../base/files/storage.ts';
import { anonymize, previewsOf, removePreviews } from '../../episodes/owner/anonymize.ts';
import {
  blockingReason,
  deleteStoredFiles,
  lockEpisodes,
} from '../../episodes/owner/removeEpisode.ts';
import { farewellEmail } from '../../mail/email/templates/accountEmails.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import { redactEvents } from '../../orders/paymentEvents.ts';
import { signOutEverywhere } from '../auth/sessions.ts';

export interface RemoveTools {
  db: Db;
  storage: Pick<Storage, 'remove'>;
  outbox: Pick<Outbox, 'post'>;
  publicUrl: string;
  supportEmail: string;
}

/** Financial records stay, anonymised. Throws `Problem('conflict')` before anything changed. */
export async function removeAccount(tools: RemoveTools, user: User): Promise<void> {
  const { db, storage, outbox, publicUrl, supportEmail } = tools;
  const ids = await db.transaction(async (tx) => {
    const ids = await holdAll(tx, user);
    const unsettled = await unsettledIn(tx, user, ids);
    if (unsettled) throw new Problem('conflict', unsettled);
    await anonymize(tx, ids);
    await tx.update(podcasts).set({ email: '' }).where(eq(podcasts.userId, user.id));
    await redactEvents(tx, sql`${orders.userId} = ${user.id}`);
    await tx.delete(emails).where(emailsOf(user.id));
    await tx.delete(contactMessages).where(eq(contactMessages.userId, user.id));
    // Nobody should pay for an account that is gone: the order expires now, and
    // `orders/reconcile.ts` closes it at Paddle. A payment that arrives anyway is refunded
    // (`orders/settle.ts`).
    await tx
      .update(orders)
      .set({
        email: '',
        topic: '',
        brief: null,
        sources: [],
        idempotencyKey: null,
        expiresAt: sql`least(${orders.expiresAt}, now())`,
      })
      .where(eq(orders.userId, user.id));
    const previewIds = await removePreviews(tx, await previewsOf(tx, eq(orders.userId, user.id)));
    await signOutEverywhere(tx, user.id);
    await outbox.post(tx, {
      about: `farewell:${randomUUID()}`,
      kind: 'farewell',
      to: user.email,
      message: farewellEmail({ publicUrl, supportEmail }),
    });
    await tx.delete(users).where(eq(users.id, user.id));
    return [...ids, ...previewIds];
  });
  await deleteStoredFiles(db, storage, ids);
}

/** Forgets the recipient of a farewell email once it is delivered or has failed for good. */
export async function forgetFarewells(db: Db): Promise<void> {
  await db
    .delete(emails)
    .where(
      and(eq(emails.kind, 'farewell'), or(isNotNull(emails.sentAt), isNotNull(emails.bounce))),
    );
}

/** Lock order: orders, episodes, account. A concurrent order waits, and then finds no account. */
async function holdAll(tx: DbOrTx, user: User): Promise<number[]> {
  const theirs = tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, user.id))
    .orderBy(orders.id);
  await theirs.for('update');
  const mine = and(eq(podcasts.userId, user.id), ne(podcasts.status, 'deleted'));
  const idsOf = async () =>
    (await tx.select({ id: podcasts.id }).from(podcasts).where(mine)).map(({ id }) => id);
  await lockEpisodes(tx, await idsOf());
  const [there] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id))
    .for('update');
  if (there?.passwordHash !== user.passwordHash) {
    throw new Problem('conflict', 'Your account was just changed somewhere else');
  }
  return idsOf();
}

/** Why the account cannot be deleted yet; null if it can. */
async function unsettledIn(tx: DbOrTx, user: User, ids: number[]): Promise<string | null> {
  const reason = await blockingReason(tx, ids);
  if (reason === 'making') {
    return 'One of your episodes is being made. You can delete your account once it’s finished.';
  }
  const mine = eq(orders.userId, user.id);
  // A chargeback has already returned this money.
  const count = (what?: SQL) => tx.$count(orders, and(mine, eq(orders.chargedBack, false), what));
  if (reason === 'debt' || (await count(eq(orders.status, 'refund_pending')))) {
    return 'Your money is on its way back. You can delete your account once it has been sent.';
  }
  // A person decides about these, and may have to contact the payer.
  const unmatched = await tx.$count(
    unmatchedPayments,
    and(
      inArray(unmatchedPayments.orderId, tx.select({ id: orders.id }).from(orders).where(mine)),
      isNull(unmatchedPayments.refundedAt),
      eq(unmatchedPayments.chargedBack, false),
    ),
  );
  if (unmatched || (await count(and(eq(orders.status, 'open'), isNotNull(orders.flag))))) {
    return 'We’re looking into one of your payments. You can delete your account once that’s settled; if it takes too long, write to us.';
  }
  return null;
}

/** The emails that were written because of this account, whoever they were sent to. */
export function emailsOf(userId: number): SQL | undefined {
  const about = (kind: string, table: string) =>
    sql`${emails.about} in (select ${`${kind}:`} || id from ${sql.identifier(table)} where user_id = ${userId})`;
  return or(
    sql`${emails.about} = ${`user:${userId}`}`,
    sql`${emails.about} like ${`user:${userId}:%`}`,
    about('reset', 'password_reset_tokens'),
    about('podcast', 'podcasts'),
    about('order', 'orders'),
  );
}
