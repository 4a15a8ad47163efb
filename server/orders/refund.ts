import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { RefundReason } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { Problem } from '#shared/problem.ts';
import { findOrdersWithDebt, isRefundable } from '../base/db/debts.ts';
import { raiseFlag } from '../base/db/flags.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { adjustments, orders } from '../base/db/tables.ts';
import { emailedLink, endLinks } from '../episodes/listen/episodeAccess.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import { recordAdjustment, requestRefund } from './adjustments.ts';
import { recountPurchases } from './benefits.ts';
import type { OrderRow, OrderTools } from './orderQueries.ts';
import { type UnmatchedPaymentRow, unmatchedPaymentsOf } from './unmatchedPayments.ts';

/** Approval takes Paddle hours, and its webhook nearly always arrives first. */
const PENDING_PER_RUN = 5;

const paddleReasons: Record<RefundReason, string> = {
  failed: 'The episode couldn’t be made',
  length: 'The episode missed its length',
  support: 'Refunded by support',
  discount: 'Paid at a discount that had ended',
};

/** Promised refunds that are due, then those still to be promised. */
export async function findRefundsDue(
  db: DbOrTx,
): Promise<{ order: OrderRow; reason: RefundReason | null }[]> {
  const isPaid = eq(orders.status, 'paid');
  const promised = await findOrdersWithDebt(db, ['promised']);
  const failed = await findOrdersWithDebt(db, ['failed'], isPaid);
  const missed = await findOrdersWithDebt(db, ['length'], isPaid);
  return [
    ...promised.map(({ order }) => ({ order, reason: order.refundReason })),
    ...failed.map(({ order }) => ({ order, reason: 'failed' as const })),
    ...missed.map(({ order }) => ({ order, reason: 'length' as const })),
  ];
}

/** Some of the refunds that Paddle has not decided, at random, so that limited runs reach all. */
export function pendingRefunds(db: DbOrTx): Promise<{ order: OrderRow }[]> {
  return db
    .select({ order: orders })
    .from(orders)
    .where(and(eq(orders.status, 'refund_pending'), isNotNull(orders.refundId)))
    .orderBy(sql`random()`)
    .limit(PENDING_PER_RUN);
}

/** Asks Paddle what it has decided, in case the webhook was lost. */
export async function refreshRefund(tools: OrderTools, order: OrderRow): Promise<void> {
  const { paddleTransactionId, refundId } = order;
  if (paddleTransactionId === null || refundId === null) return;
  const refund = await tools.payments.findRefund(paddleTransactionId, refundId);
  if (refund) await recordAdjustment(tools, refund);
}

/**
 * Promises a paid order's money back, once; after that, `giveBack` may be repeated safely. An admin
 * may start over where Paddle has refused for good. A refund by support leaves the episode to its
 * owner and ends the links that were shared. Throws `Problem('conflict')` with the reason, and
 * `Problem('not_found')`.
 */
export async function beginRefund(
  tools: OrderTools,
  tx: DbOrTx,
  publicId: string,
  reason: RefundReason = 'support',
): Promise<OrderRow> {
  const [begun] = await tx
    .update(orders)
    .set({
      status: 'refund_pending',
      refundReason: sql`coalesce(${orders.refundReason}, ${reason})`,
      refundDueAt: sql`now()`,
    })
    .where(
      and(
        eq(orders.publicId, publicId),
        or(eq(orders.status, 'paid'), isRefusedForGood),
        isRefundable,
      ),
    )
    .returning();
  if (!begun) throw await whyNot(tx, publicId);
  await resetRefusals(tx, begun.paddleTransactionId);
  const { publicUrl, supportEmail } = tools;
  // Starting over keeps the reason that was promised first.
  const promised = begun.refundReason ?? reason;
  if (promised === 'support') await endLinks(tx, begun.podcastId);
  if (promised === 'length') await raiseFlag(tx, begun.id, 'the episode missed its length');
  await recountPurchases(tx, begun.userId);
  // The email about a failed episode already says that the money goes back.
  if (promised !== 'failed') {
    const listenUrl = await emailedLink(tx, begun.podcastId, publicUrl);
    const about = { reason: promised, done: false };
    await tools.outbox.post(tx, {
      about: `order:${begun.id}`,
      kind: 'refund-asked',
      to: begun.email,
      message: refundEmail({ ...begun, ...about, listenUrl, publicUrl, supportEmail }),
    });
  }
  return begun;
}

/** We have promised the money, and Paddle has refused so often that we no longer ask. */
export const isRefusedForGood = sql<boolean>`(${and(
  eq(orders.status, 'refund_pending'),
  isNull(orders.refundId),
  isNull(orders.refundDueAt),
)})`;

/** Withdraws a refund that Paddle refuses for good: the buyer gets the episode instead. */
export async function keepPrice(tx: DbOrTx, orderId: number): Promise<void> {
  const kept = { status: 'paid', refundReason: null } as const;
  await tx
    .update(orders)
    .set(kept)
    .where(and(eq(orders.id, orderId), isRefusedForGood));
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  await recountPurchases(tx, order?.userId ?? null);
}

/** Refusals of an earlier request do not count against this one. */
async function resetRefusals(tx: DbOrTx, transactionId: string | null): Promise<void> {
  await tx
    .update(adjustments)
    .set({ isOurs: false })
    .where(eq(adjustments.transactionId, transactionId ?? ''));
}

async function whyNot(tx: DbOrTx, publicId: string): Promise<Problem> {
  const [order] = await tx.select().from(orders).where(eq(orders.publicId, publicId));
  if (!order) return new Problem('not_found', 'There is no such order');
  const [unmatched] = order.podcastId === null ? await unmatchedPaymentsOf(tx, order.id) : [];
  return new Problem('conflict', unmatched ? whyUnmatched(unmatched) : whyNoRefund(order));
}

function whyUnmatched({ transactionId, reason }: UnmatchedPaymentRow): string {
  return `Transaction ${transactionId} was paid and pays for nothing: ${reason}. Refund that payment.`;
}

function whyNoRefund({ status, total, chargedBack }: OrderRow): string {
  if (chargedBack) return `The buyer’s bank has already taken ${formatPrice(total)} back`;
  if (status === 'refunded') return `${formatPrice(total)} has already been refunded`;
  if (status === 'refund_pending') return `${formatPrice(total)} is already on its way back`;
  if (status !== 'paid') {
    return 'As far as we know, nobody has paid for this order. Check with Paddle to be sure.';
  }
  return 'Nothing was paid for this order, so there’s nothing to refund';
}

/** Money goes back once: a request whose answer was lost is found again at Paddle. */
export async function giveBack(
  tools: OrderTools,
  order: OrderRow,
  reason = order.refundReason,
): Promise<void> {
  const transactionId = order.paddleTransactionId;
  if (!transactionId || order.chargedBack) return;
  if (order.status === 'paid' && reason) {
    await tools.db
      .transaction((tx) => beginRefund(tools, tx, order.publicId, reason))
      .catch((error: unknown) => {
        // Another instance has promised it; `requestRefund` may be repeated.
        if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      });
  }
  await requestRefund(tools, {
    orderId: order.id,
    transactionId,
    reason: paddleReasons[reason ?? 'support'],
  });
}
