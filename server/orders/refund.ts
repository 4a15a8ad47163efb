import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { orders, podcasts } from '../db/tables.ts';
import type { OrderRow } from './rows.ts';
import { raiseFlag } from './settle.ts';
import type { OrderTools } from './tools.ts';

const PER_RUN = 20;

/**
 * Paid orders whose episode could not be made, and those whose refund was begun but not yet taken by
 * Paddle: a crash between the two is found here again.
 */
export function ordersOwedARefund({ db }: OrderTools): Promise<{ order: OrderRow }[]> {
  return db
    .select({ order: orders })
    .from(orders)
    .innerJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .where(
      and(
        gt(orders.total, 0),
        isNotNull(orders.paddleTransactionId),
        isNull(orders.refundId),
        or(
          and(eq(orders.status, 'paid'), eq(podcasts.status, 'failed')),
          eq(orders.status, 'refund_pending'),
        ),
      ),
    )
    .limit(PER_RUN);
}

/** Asks Paddle for the whole sum back, once: a request whose answer was lost is found at Paddle. */
export async function giveBack(tools: OrderTools, order: OrderRow): Promise<void> {
  const transactionId = order.paddleTransactionId;
  if (!transactionId) return;
  await tools.db
    .update(orders)
    .set({ status: 'refund_pending' })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'paid')));
  const refund = await tools.payments.refund(transactionId, 'The episode could not be made');
  await tools.db
    .update(orders)
    .set({ refundId: refund.adjustmentId })
    .where(eq(orders.id, order.id));
  await noteRefund(tools, order, refund.status);
}

/** Moves the order as Paddle decides. A refund that was approved is never stepped back from. */
export async function noteRefund(
  tools: OrderTools,
  order: OrderRow,
  status: string,
): Promise<void> {
  if (status === 'approved') {
    await tools.db
      .update(orders)
      .set({ status: 'refunded', refundedAt: sql`now()` })
      .where(and(eq(orders.id, order.id), inArray(orders.status, ['paid', 'refund_pending'])));
  } else if (status === 'pending_approval') {
    await tools.db
      .update(orders)
      .set({ status: 'refund_pending' })
      .where(and(eq(orders.id, order.id), eq(orders.status, 'paid')));
  } else {
    await tools.db
      .update(orders)
      .set({ status: 'paid' })
      .where(and(eq(orders.id, order.id), eq(orders.status, 'refund_pending')));
    await raiseFlag(tools.db, order.id, `Paddle reports a refund ${status}`);
  }
}
