import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { RefundReason } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import { formatPrice } from '#shared/tariff.ts';
import type { DbOrTx } from '../db/open.ts';
import { orders, podcasts } from '../db/tables.ts';
import { refundLetter } from '../mail/letters.ts';
import { endLinks } from '../podcasts/links.ts';
import { missedItsLength } from '../podcasts/missed.ts';
import { ProviderFailure } from '../provider.ts';
import { noteRefund } from './adjust.ts';
import { recountPurchases } from './perks.ts';
import type { OrderRow } from './rows.ts';
import { raiseFlag } from './settle.ts';
import type { OrderTools } from './tools.ts';

const PER_RUN = 20;
/** Paddle's people take hours to approve, and their webhook is nearly always first. */
const ASKED_AFTER_PER_RUN = 5;

/** What stands beside the refund at Paddle. */
const remarks: Record<RefundReason, string> = {
  failed: 'The episode could not be made',
  length: 'The episode missed its length',
  support: 'Refunded by support',
  discount: 'Paid at a discount that had ended',
};

/**
 * Paid orders whose episode could not be made or missed its length, and those whose refund was
 * begun but not yet taken by Paddle: a crash between the two is found here again.
 */
export async function ordersOwedARefund(db: DbOrTx): Promise<{ order: OrderRow }[]> {
  const owed = (occasion: SQL | undefined) =>
    db
      .select({ order: orders })
      .from(orders)
      // Nothing was made where the discount had ended.
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
      .where(
        and(
          occasion,
          gt(orders.total, 0),
          isNotNull(orders.paddleTransactionId),
          isNull(orders.refundId),
          eq(orders.chargedBack, false),
        ),
      )
      .limit(PER_RUN);
  const isPaid = eq(orders.status, 'paid');
  // One question each: all three in one would read every order and every episode there is.
  return [
    ...(await owed(eq(orders.status, 'refund_pending'))),
    ...(await owed(and(isPaid, eq(podcasts.status, 'failed')))),
    ...(await owed(and(isPaid, missedItsLength))),
  ];
}

/**
 * Some of the orders whose refund Paddle has taken and not decided, as far as we have heard. In
 * random order: a limited run gets round to every one.
 */
export function refundsUnderWay({ db }: Pick<OrderTools, 'db'>): Promise<{ order: OrderRow }[]> {
  return db
    .select({ order: orders })
    .from(orders)
    .where(and(eq(orders.status, 'refund_pending'), isNotNull(orders.refundId)))
    .orderBy(sql`random()`)
    .limit(ASKED_AFTER_PER_RUN);
}

/** Asks Paddle what it decided: the webhook that tells may be lost. */
export async function askAfterRefund(tools: OrderTools, order: OrderRow): Promise<void> {
  const { paddleTransactionId, refundId } = order;
  if (paddleTransactionId === null || refundId === null) return;
  const refund = await tools.payments.findRefund(paddleTransactionId, refundId);
  if (!refund || refund.status === 'pending_approval') return;
  await noteRefund(tools, order, { id: refundId, status: refund.status }, refund.changedAt);
}

/**
 * Marks a paid order as to be refunded, for whoever is first; from here on `giveBack` may be called
 * again and again. A refund by hand keeps the episode to its owner and ends the links that were
 * given away. Throws `Problem('conflict')` that says why not, `Problem('not_found')`.
 */
export async function beginRefund(
  tools: Pick<OrderTools, 'outbox' | 'supportEmail'>,
  tx: DbOrTx,
  publicId: string,
  reason: RefundReason,
): Promise<OrderRow> {
  const [begun] = await tx
    .update(orders)
    .set({
      status: 'refund_pending',
      refundReason: reason,
      refundId: null,
      refundChangedAt: null,
    })
    .where(
      and(
        eq(orders.publicId, publicId),
        eq(orders.status, 'paid'),
        eq(orders.chargedBack, false),
        gt(orders.total, 0),
        isNotNull(orders.paddleTransactionId),
      ),
    )
    .returning();
  if (!begun) throw await whyNot(tx, publicId);
  if (reason === 'support') await endLinks(tx, begun.podcastId);
  if (reason === 'length') await raiseFlag(tx, begun.id, 'the episode missed its length');
  await recountPurchases(tx, begun.userId);
  // A failed episode has a letter of its own, which says that the money goes back.
  if (reason !== 'failed') {
    await tools.outbox.post(tx, {
      about: `order:${begun.id}`,
      kind: 'refund-asked',
      to: begun.email,
      letter: refundLetter({ ...begun, reason, done: false, supportEmail: tools.supportEmail }),
    });
  }
  return begun;
}

async function whyNot(tx: DbOrTx, publicId: string): Promise<Problem> {
  const [order] = await tx.select().from(orders).where(eq(orders.publicId, publicId));
  if (!order) return new Problem('not_found', 'There is no such order');
  return new Problem('conflict', whyNoRefund(order));
}

function whyNoRefund({ status, total, chargedBack }: OrderRow): string {
  if (chargedBack) return `The buyer’s bank has taken ${formatPrice(total)} back already`;
  if (status === 'refunded') return `${formatPrice(total)} went back already`;
  if (status === 'refund_pending') return `${formatPrice(total)} is on its way back already`;
  if (status !== 'paid') return 'Nobody has paid for this order, so there is nothing to give back';
  return 'Nothing was paid for this order, so there is nothing to give back';
}

/** Asks Paddle for the whole sum back, once: a request whose answer was lost is found at Paddle. */
export async function giveBack(tools: OrderTools, order: OrderRow): Promise<void> {
  const transactionId = order.paddleTransactionId;
  if (!transactionId) return;
  const reason = order.status === 'paid' ? await begin(tools, order) : order.refundReason;
  const { adjustmentId, status } = await tools.payments
    .refund(transactionId, remarks[reason ?? 'support'])
    .catch(async (error: unknown) => {
      // It stays queued and is asked again; but Paddle may mean it, and then a person must act.
      if (error instanceof ProviderFailure && error.trouble === 'rejected') {
        await raiseFlag(tools.db, order.id, 'Paddle does not take the refund');
      }
      throw error;
    });
  await tools.db.update(orders).set({ refundId: adjustmentId }).where(eq(orders.id, order.id));
  await noteRefund(tools, order, { id: adjustmentId, status }, null);
}

async function begin(tools: OrderTools, order: OrderRow): Promise<RefundReason> {
  const [podcast] = await tools.db
    .select({ status: podcasts.status })
    .from(podcasts)
    .where(eq(podcasts.id, order.podcastId ?? 0));
  const reason = podcast?.status === 'failed' ? 'failed' : 'length';
  await tools.db
    .transaction((tx) => beginRefund(tools, tx, order.publicId, reason))
    .catch((error: unknown) => {
      // Another instance was quicker; Paddle is asked once all the same.
      if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
    });
  return reason;
}
