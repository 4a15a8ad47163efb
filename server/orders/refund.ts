import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { RefundReason } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { Problem } from '#shared/problem.ts';
import { raiseFlag } from '../db/flags.ts';
import type { DbOrTx } from '../db/open.ts';
import { isRefundable, owedFor } from '../db/owed.ts';
import { adjustments, orders } from '../db/tables.ts';
import { refundEmail } from '../email/templates/buyer.ts';
import { endLinks } from '../podcasts/links.ts';
import { recordAdjustment } from './adjustments.ts';
import { recountPurchases } from './benefits.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';
import { requestRefund } from './requestRefund.ts';
import { type StrayRow, straysOf } from './strays.ts';

/** Paddle's people take hours to approve, and their webhook is nearly always first. */
const ASKED_AFTER_PER_RUN = 5;

/** What stands beside the refund at Paddle. */
const remarks: Record<RefundReason, string> = {
  failed: 'The episode could not be made',
  length: 'The episode missed its length',
  support: 'Refunded by support',
  discount: 'Paid at a discount that had ended',
};

/** Refunds to request from Paddle: promised ones that are due, then those still to be promised. */
export async function owedRefunds(
  db: DbOrTx,
): Promise<{ order: OrderRow; reason: RefundReason | null }[]> {
  const isPaid = eq(orders.status, 'paid');
  const promised = await owedFor(db, ['promised']);
  const failed = await owedFor(db, ['failed'], isPaid);
  const missed = await owedFor(db, ['length'], isPaid);
  return [
    ...promised.map(({ order }) => ({ order, reason: order.refundReason })),
    ...failed.map(({ order }) => ({ order, reason: 'failed' as const })),
    ...missed.map(({ order }) => ({ order, reason: 'length' as const })),
  ];
}

/**
 * Some of the orders whose refund Paddle has taken and not decided, as far as we have heard. In
 * random order: a limited run gets round to every one.
 */
export function refundsUnderWay({
  db,
}: Pick<OrderDependencies, 'db'>): Promise<{ order: OrderRow }[]> {
  return db
    .select({ order: orders })
    .from(orders)
    .where(and(eq(orders.status, 'refund_pending'), isNotNull(orders.refundId)))
    .orderBy(sql`random()`)
    .limit(ASKED_AFTER_PER_RUN);
}

/** Asks Paddle what it decided: the webhook that tells may be lost. */
export async function askAfterRefund(tools: OrderDependencies, order: OrderRow): Promise<void> {
  const { paddleTransactionId, refundId } = order;
  if (paddleTransactionId === null || refundId === null) return;
  const refund = await tools.payments.findRefund(paddleTransactionId, refundId);
  if (refund) await recordAdjustment(tools, refund);
}

/**
 * Promises a paid order's money back, for whoever is first; from here on `giveBack` may be called
 * again and again. Where Paddle has refused it for good, a person may have it asked for anew. A
 * refund by hand keeps the episode to its owner and ends the links that were given away. Throws
 * `Problem('conflict')` that says why not, `Problem('not_found')`.
 */
export async function beginRefund(
  tools: Pick<OrderDependencies, 'outbox' | 'supportEmail'>,
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
  await forgetRefusals(tx, begun.paddleTransactionId);
  const { supportEmail } = tools;
  // Asked for anew, it is still for the reason that was promised.
  const promised = begun.refundReason ?? reason;
  if (promised === 'support') await endLinks(tx, begun.podcastId);
  if (promised === 'length') await raiseFlag(tx, begun.id, 'the episode missed its length');
  await recountPurchases(tx, begun.userId);
  // A failed episode has a letter of its own, which says that the money goes back.
  if (promised !== 'failed') {
    await tools.outbox.post(tx, {
      about: `order:${begun.id}`,
      kind: 'refund-asked',
      to: begun.email,
      message: refundEmail({ ...begun, reason: promised, done: false, supportEmail }),
    });
  }
  return begun;
}

/** The promise stands, and nobody asks Paddle any more. */
const isRefusedForGood = and(
  eq(orders.status, 'refund_pending'),
  isNull(orders.refundId),
  isNull(orders.refundDueAt),
);

/** The buyer gets the episode in place of the money that Paddle refuses to give back. */
export async function keepPrice(tx: DbOrTx, orderId: number): Promise<void> {
  const kept = { status: 'paid', refundReason: null } as const;
  await tx
    .update(orders)
    .set(kept)
    .where(and(eq(orders.id, orderId), isRefusedForGood));
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  await recountPurchases(tx, order?.userId ?? null);
}

/** They were answers to an earlier promise: this one is counted afresh. */
async function forgetRefusals(tx: DbOrTx, transactionId: string | null): Promise<void> {
  await tx
    .update(adjustments)
    .set({ isOurs: false })
    .where(eq(adjustments.transactionId, transactionId ?? ''));
}

async function whyNot(tx: DbOrTx, publicId: string): Promise<Problem> {
  const [order] = await tx.select().from(orders).where(eq(orders.publicId, publicId));
  if (!order) return new Problem('not_found', 'There is no such order');
  const [stray] = order.podcastId === null ? await straysOf(tx, order.id) : [];
  return new Problem('conflict', stray ? whyStray(stray) : whyNoRefund(order));
}

function whyStray({ transactionId, reason }: StrayRow): string {
  return `Transaction ${transactionId} was paid and pays for nothing: ${reason}. Give that payment back.`;
}

function whyNoRefund({ status, total, chargedBack }: OrderRow): string {
  if (chargedBack) return `The buyer’s bank has taken ${formatPrice(total)} back already`;
  if (status === 'refunded') return `${formatPrice(total)} went back already`;
  if (status === 'refund_pending') return `${formatPrice(total)} is on its way back already`;
  if (status !== 'paid') {
    return 'Nobody has paid for this order as far as we know. Check with Paddle to be sure.';
  }
  return 'Nothing was paid for this order, so there is nothing to give back';
}

/**
 * Promises the money back if nobody has, and asks Paddle for the whole sum, once: a request whose
 * answer was lost is found at Paddle.
 */
export async function giveBack(
  tools: OrderDependencies,
  order: OrderRow,
  reason = order.refundReason,
): Promise<void> {
  const transactionId = order.paddleTransactionId;
  if (!transactionId || order.chargedBack) return;
  if (order.status === 'paid' && reason) {
    await tools.db
      .transaction((tx) => beginRefund(tools, tx, order.publicId, reason))
      .catch((error: unknown) => {
        // Another instance was quicker; Paddle is asked only once all the same.
        if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      });
  }
  await requestRefund(tools, {
    orderId: order.id,
    transactionId,
    remark: remarks[reason ?? 'support'],
  });
}
