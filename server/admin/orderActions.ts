import { and, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { refundRequest } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/user.ts';
import type { Db } from '../db/open.ts';
import { orders } from '../db/tables.ts';
import type { Orders } from '../orders/orders.ts';
import { record } from './audit.ts';

/** What admin actions need from the orders module. */
export type Asks = Pick<Orders, 'recheck' | 'beginRefund' | 'beginStrayRefund' | 'finishRefund'>;

export type RefundWish = z.output<typeof refundRequest>;

/**
 * Refunds the full amount manually, once: only the call that moves the order out of `paid` asks
 * Paddle, and reconciliation asks again if that call dies. The buyer keeps the episode, but links
 * that were shared end (design section 2). Throws `Problem('conflict')` with the reason.
 */
export async function refundOrder(
  tools: { db: Db; orders: Asks },
  actor: User,
  publicId: string,
  { reason, payment }: RefundWish,
): Promise<void> {
  if (payment) return refundStray(tools, actor, publicId, { payment, reason });
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

/** The same for an unassigned payment; an order may have several. */
async function refundStray(
  tools: { db: Db; orders: Asks },
  actor: User,
  publicId: string,
  { payment, reason }: RefundWish & { payment: string },
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const { order, stray } = await tools.orders.beginStrayRefund(tx, publicId, payment);
    await record(tx, {
      actor,
      action: 'stray payment refunded',
      target: `order:${publicId}`,
      detail: { payment, cents: stray.cents, email: order.email, reason: reason || null },
    });
  });
  await tools.orders.finishRefund(publicId);
}

/** Asks Paddle now instead of at the next reconciliation. Throws as `Orders.recheck` does. */
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

/**
 * Clears the flags after a person has looked; the reasons are kept in the audit log. Idempotent.
 */
export function clearFlag(db: Db, actor: User, publicId: string): Promise<void> {
  return db.transaction(async (tx) => {
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
}
