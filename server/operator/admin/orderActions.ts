import { and, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminOrderDetail, refundRequest } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import { orders } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import type { Orders } from '../../orders/orders.ts';
import { findOrder } from './adminOrders.ts';
import { record } from './audit.ts';
import type { Books } from './paymentFee.ts';

export type Asks = Pick<
  Orders,
  'recheck' | 'beginRefund' | 'beginUnmatchedPaymentRefund' | 'finishRefund'
>;

type RefundRequest = z.output<typeof refundRequest>;

/**
 * Only the call that moves the order out of `paid` asks Paddle; reconciliation asks again if that
 * call dies. The buyer keeps the episode, but links that were shared end. Throws
 * `Problem('not_found')`, and `Problem('conflict')` with the reason.
 */
export async function refundOrder(
  tools: Books & { orders: Asks },
  actor: User,
  publicId: string,
  { reason, payment }: RefundRequest,
): Promise<AdminOrderDetail> {
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
export async function recheckOrder(
  tools: Books & { orders: Asks },
  actor: User,
  publicId: string,
): Promise<AdminOrderDetail> {
  await tools.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ status: orders.status })
      .from(orders)
      .where(eq(orders.publicId, publicId));
    if (!found) throw new Problem('not_found', 'There is no such order');
    await record(tx, {
      actor,
      action: 'order checked with Paddle',
      target: `order:${publicId}`,
      detail: found,
    });
  });
  await tools.orders.recheck(publicId);
  return findOrder(tools, publicId);
}

/** The audit log keeps the reasons. Idempotent. */
export async function clearFlag(
  admin: Books,
  actor: User,
  publicId: string,
): Promise<AdminOrderDetail> {
  await admin.db.transaction(async (tx) => {
    // Lock the row before reading the flags, so that one raised meanwhile is not cleared unseen.
    const [flagged] = await tx
      .select({ flags: orders.flags })
      .from(orders)
      .where(and(eq(orders.publicId, publicId), isNotNull(orders.flag)))
      .for('update');
    if (!flagged) return;
    await tx.update(orders).set({ flags: [] }).where(eq(orders.publicId, publicId));
    await record(tx, {
      actor,
      action: 'order flag cleared',
      target: `order:${publicId}`,
      detail: flagged,
    });
  });
  return findOrder(admin, publicId);
}
