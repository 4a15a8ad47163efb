import { and, desc, eq, inArray, isNotNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminOrder, AdminOrderDetail, orderSearch, UnmatchedPayment } from '#shared/admin.ts';
import type { OrderStatus } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, orders, podcasts, users } from '../../base/db/tables.ts';
import { statusOf } from '../../episodes/log/lease.ts';
import { attachedSources, isOverdue } from '../../orders/orderQueries.ts';
import { presentOrder } from '../../orders/presentOrder.ts';
import { isPending } from '../../orders/refundState.ts';
import { type UnmatchedPaymentRow, unmatchedPaymentsOf } from '../../orders/unmatchedPayments.ts';
import { presentPodcasts } from './adminPodcasts.ts';
import { eventsOf } from './events.ts';
import { anyHolds, iso, type Page, type Paged, pageOf } from './paging.ts';
import type { Books } from './paymentFee.ts';

const withAccount = (db: DbOrTx) =>
  db
    .select({
      order: orders,
      isOverdue,
      sources: attachedSources,
      podcast: podcasts,
      account: users.email,
    })
    .from(orders)
    .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .leftJoin(users, eq(users.id, orders.userId));
type Row = Awaited<ReturnType<typeof withAccount>>[number];

export async function listOrders(
  db: Db,
  { q, status, flagged, cursor, limit }: Page & z.output<typeof orderSearch>,
): Promise<Paged<'orders', AdminOrder>> {
  const rows = await withAccount(db)
    .where(
      and(
        anyHolds(
          q,
          orders.email,
          users.email,
          orders.publicId,
          orders.paddleTransactionId,
          orders.discountCode,
        ),
        status ? shownAs(status) : undefined,
        flagged ? isNotNull(orders.flag) : undefined,
        cursor === null ? undefined : lt(orders.id, cursor),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ order }) => order.id);
  return { orders: page.map(present), nextCursor };
}

/** Throws `Problem('not_found')`. */
export async function findOrder(admin: Books, publicId: string): Promise<AdminOrderDetail> {
  const { db } = admin;
  const [found] = await withAccount(db).where(eq(orders.publicId, publicId));
  if (!found) throw new Problem('not_found', 'There is no such order');
  const { order, podcast } = found;
  const about = [`order:${order.id}`, ...(podcast ? [`podcast:${podcast.id}`] : [])];
  const written = await db
    .select()
    .from(emails)
    .where(inArray(emails.about, about))
    .orderBy(desc(emails.id));
  const unmatchedPayments = await unmatchedPaymentsOf(db, order.id);
  return {
    ...present(found),
    unmatchedPayments: unmatchedPayments.map(({ seenAt, ...payment }) => ({
      transactionId: payment.transactionId,
      cents: payment.cents,
      currency: payment.currency,
      reason: payment.reason,
      seenAt: seenAt.toISOString(),
      state: stateOf(payment),
    })),
    paymentEvents: order.paddleTransactionId ? await eventsOf(db, order.paddleTransactionId) : [],
    episode: (podcast && (await presentPodcasts(admin, [podcast]))[0]) ?? null,
    emails: written.map(({ kind, recipient, attempts, createdAt, sentAt, bounce }) => ({
      kind,
      recipient,
      attempts,
      createdAt: createdAt.toISOString(),
      sentAt: iso(sentAt),
      bounce,
    })),
  };
}

function stateOf(payment: Omit<UnmatchedPaymentRow, 'seenAt'>): UnmatchedPayment['state'] {
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

function present(row: Row): AdminOrder {
  const { order, sources, podcast, account } = row;
  const episode = podcast && {
    publicId: podcast.publicId,
    status: statusOf(podcast),
    stage: podcast.stage,
  };
  return {
    ...presentOrder({ order, sources, isOverdue: row.isOverdue, podcast: episode }),
    account,
    flags: order.flags,
    paidAt: iso(order.paidAt),
    refundId: order.refundId,
    refundDueAt: iso(order.refundDueAt),
    refundedAt: iso(order.refundedAt),
  };
}
