import { and, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminOrder, orderSearch, refundRequest, UnmatchedPayment } from '#shared/admin.ts';
import type { OrderStatus } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, orders, podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { attachedSources, isOverdue } from '../../orders/orderQueries.ts';
import { presentOrder } from '../../orders/presentOrder.ts';
import { isPending } from '../../orders/refundState.ts';
import { type UnmatchedPaymentRow, unmatchedPaymentsOf } from '../../orders/unmatchedPayments.ts';
import type { Admin, Books } from './admin.ts';
import { presentPodcasts, withOrder } from './adminPodcasts.ts';
import { record } from './audit.ts';
import { eventsOf } from './events.ts';
import { anyHolds, iso, newestFirst, type Page, pageOf } from './paging.ts';

/** Where episodes are sold. */
export type SaleAdmin = Pick<Admin, 'db' | 'orders' | 'paymentFee'>;

const withAccount = (db: DbOrTx) =>
  db
    .select({
      order: orders,
      isOverdue,
      sources: attachedSources,
      podcast: { publicId: podcasts.publicId, status: podcasts.status, stage: podcasts.stage },
      account: users.email,
    })
    .from(orders)
    .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .leftJoin(users, eq(users.id, orders.userId));
type Row = Awaited<ReturnType<typeof withAccount>>[number];

export async function listOrders(
  db: Db,
  { q, status, flagged, ...asked }: Page & z.output<typeof orderSearch>,
) {
  const { email, publicId, paddleTransactionId, discountCode } = orders;
  const filter = and(
    anyHolds(q, email, users.email, publicId, paddleTransactionId, discountCode),
    status ? shownAs(status) : undefined,
    flagged ? isNotNull(orders.flag) : undefined,
  );
  const rows = await newestFirst(withAccount(db).$dynamic(), orders.id, asked, filter);
  const { page, nextCursor } = pageOf(rows, asked.limit, ({ order }) => order.id);
  return { orders: page.map(present), nextCursor };
}

/** Throws `Problem('not_found')`. */
export async function findOrder(admin: Books, publicId: string) {
  const { db } = admin;
  const [found] = await withAccount(db).where(eq(orders.publicId, publicId));
  if (!found) throw new Problem('not_found', 'There is no such order');
  const { order } = found;
  // Without an episode, no email is about `podcast:null`.
  const about = [`order:${order.id}`, `podcast:${order.podcastId}`];
  const { kind, recipient, attempts, createdAt, sentAt, bounce } = emails;
  const written = await db
    .select({ kind, recipient, attempts, createdAt, sentAt, bounce })
    .from(emails)
    .where(inArray(emails.about, about))
    .orderBy(desc(emails.id));
  const episodes = await withOrder(db).where(eq(orders.id, order.id));
  const unmatchedPayments = await unmatchedPaymentsOf(db, order.id);
  const shown = {
    ...present(found),
    unmatchedPayments: unmatchedPayments.map((payment) => ({
      transactionId: payment.transactionId,
      cents: payment.cents,
      currency: payment.currency,
      reason: payment.reason,
      seenAt: payment.seenAt.toISOString(),
      state: stateOf(payment),
    })),
    paymentEvents: order.paddleTransactionId ? await eventsOf(db, order.paddleTransactionId) : [],
    episode: (await presentPodcasts(admin, episodes))[0] ?? null,
    emails: written.map((email) => ({
      ...email,
      createdAt: email.createdAt.toISOString(),
      sentAt: iso(email.sentAt),
    })),
  };
  return { order: shown };
}

function stateOf(payment: UnmatchedPaymentRow): UnmatchedPayment['state'] {
  if (payment.refundedAt) return 'given back';
  if (payment.chargedBack) return 'charged back';
  if (isPending(payment)) return 'going back';
  return payment.refundAskedAt ? 'refused' : 'kept';
}

/** As in `presentOrder`, an open order past its expiry counts as expired. */
function shownAs(status: OrderStatus): SQL | undefined {
  const stored = eq(orders.status, status);
  if (status === 'open') return and(stored, not(isOverdue));
  if (status === 'expired') return or(stored, and(eq(orders.status, 'open'), sql`${isOverdue}`));
  return stored;
}

function present({ account, ...row }: Row): AdminOrder {
  const { order } = row;
  return {
    ...presentOrder(row),
    account,
    flags: order.flags,
    paidAt: iso(order.paidAt),
    refundId: order.refundId,
    refundDueAt: iso(order.refundDueAt),
    refundedAt: iso(order.refundedAt),
  };
}

/**
 * Only the call that moves the order out of `paid` asks Paddle; reconciliation asks again if that
 * call dies. The buyer keeps the episode, but links that were shared end. Throws
 * `Problem('not_found')`, and `Problem('conflict')` with the reason.
 */
export async function refundOrder(
  tools: SaleAdmin,
  actor: User,
  publicId: string,
  { reason, payment }: z.output<typeof refundRequest>,
) {
  await tools.db.transaction(async (tx) => {
    const begun = payment
      ? await tools.orders.beginUnmatchedPaymentRefund(tx, publicId, payment)
      : null;
    const order = begun?.order ?? (await tools.orders.beginRefund(tx, publicId));
    const cents = begun?.unmatched.cents ?? order.total;
    await record(tx, {
      actor,
      action: begun ? 'unmatched payment refunded' : 'order refunded',
      target: `order:${publicId}`,
      detail: { payment, cents, email: order.email, reason: reason || null },
    });
  });
  await tools.orders.finishRefund(publicId);
  return findOrder(tools, publicId);
}

/** Throws as `Orders.recheck` does. */
export async function recheckOrder(tools: SaleAdmin, actor: User, publicId: string) {
  await tools.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ status: orders.status })
      .from(orders)
      .where(eq(orders.publicId, publicId));
    if (!found) throw new Problem('not_found', 'There is no such order');
    const target = `order:${publicId}`;
    await record(tx, { actor, action: 'order checked with Paddle', target, detail: found });
  });
  await tools.orders.recheck(publicId);
  return findOrder(tools, publicId);
}

/** The audit log keeps the reasons. Idempotent. */
export async function clearFlag(admin: Books, actor: User, publicId: string) {
  await admin.db.transaction(async (tx) => {
    // Lock the row before reading the flags, so that one raised meanwhile is not cleared unseen.
    const [flagged] = await tx
      .select({ flags: orders.flags })
      .from(orders)
      .where(and(eq(orders.publicId, publicId), isNotNull(orders.flag)))
      .for('update');
    if (!flagged) return;
    await tx.update(orders).set({ flags: [] }).where(eq(orders.publicId, publicId));
    const target = `order:${publicId}`;
    await record(tx, { actor, action: 'order flag cleared', target, detail: flagged });
  });
  return findOrder(admin, publicId);
}
