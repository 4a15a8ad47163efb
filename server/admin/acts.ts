import { and, eq, isNotNull } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/guard.ts';
import type { Db } from '../db/open.ts';
import { orders } from '../db/tables.ts';
import type { Orders } from '../orders/orders.ts';
import { record } from './audit.ts';

/** What the admin's acts ask of the orders room. */
export type Asks = Pick<Orders, 'recheck' | 'beginRefund' | 'finishRefund'>;

/**
 * Gives the whole sum back by hand, once: only the call that moves the order out of `paid` asks
 * Paddle, and reconciliation asks again should that call die. The episode stays its owner's, and
 * the links that were given away end (design section 2). Throws `Problem('conflict')` in words.
 */
export async function refundOrder(
  tools: { db: Db; orders: Asks },
  actor: User,
  publicId: string,
  reason: string | undefined,
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const order = await tools.orders.beginRefund(tx, publicId);
    await record(tx, {
      actor,
      action: 'order refunded',
      target: `order:${publicId}`,
      detail: { cents: order.total, email: order.email, reason: reason || null },
    });
  });
  await tools.orders.finishRefund(publicId);
}

/** Asks Paddle now instead of in a while. Throws what `Orders.recheck` throws. */
export async function recheckOrder(
  tools: { db: Db; orders: Asks },
  actor: User,
  publicId: string,
): Promise<void> {
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
}

/** A person has looked; the reason is kept in the audit. Clearing twice is clearing once. */
export function clearFlag(db: Db, actor: User, publicId: string): Promise<void> {
  return db.transaction(async (tx) => {
    // The row is locked before the flag is read: one raised meanwhile is not cleared unseen.
    const [flagged] = await tx
      .select({ flag: orders.flag })
      .from(orders)
      .where(and(eq(orders.publicId, publicId), isNotNull(orders.flag)))
      .for('update');
    if (!flagged) return;
    await tx.update(orders).set({ flag: null }).where(eq(orders.publicId, publicId));
    await record(tx, {
      actor,
      action: 'order flag cleared',
      target: `order:${publicId}`,
      detail: flagged,
    });
  });
}
