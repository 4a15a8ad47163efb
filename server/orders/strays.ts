import { eq, sql } from 'drizzle-orm';
import { raiseFlag } from '../base/db/flags.ts';
import type { DbOrTx } from '../base/db/open.ts';
import { strayPayments } from '../base/db/tables.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';
import type { Transaction } from './paddle/payments.ts';
import {
  type AdjustmentRow,
  dueAfter,
  isPending,
  refundStateOf,
  refusedForGood,
} from './refundState.ts';

/*
 * A stray payment names an order but cannot buy its episode: it has another price, comes from another
 * transaction than the order's, or arrived after the account was deleted. It is recorded until the
 * money has gone back.
 */

export type StrayRow = typeof strayPayments.$inferSelect;

/** Records a stray payment and flags its order, once. `goesBack` refunds it without a decision. */
export async function recordStray(
  tx: DbOrTx,
  order: OrderRow,
  transaction: Transaction,
  { reason, goesBack }: { reason: string; goesBack: boolean },
): Promise<void> {
  const [item] = transaction.items;
  const asked = goesBack ? { refundAskedAt: sql`now()`, refundDueAt: sql`now()` } : {};
  const [fresh] = await tx
    .insert(strayPayments)
    .values({
      transactionId: transaction.id,
      orderId: order.id,
      cents: transaction.items.reduce((sum, one) => sum + one.unitPrice * one.quantity, 0),
      currency: item?.currency ?? 'USD',
      reason,
      ...asked,
    })
    .onConflictDoNothing()
    .returning({ id: strayPayments.transactionId });
  if (fresh) await raiseFlag(tx, order.id, reason);
}

export async function findStray(tx: DbOrTx, transactionId: string): Promise<StrayRow | undefined> {
  const [stray] = await tx
    .select()
    .from(strayPayments)
    .where(eq(strayPayments.transactionId, transactionId));
  return stray;
}

/** Oldest first. */
export function straysOf(db: DbOrTx, orderId: number): Promise<StrayRow[]> {
  return db
    .select()
    .from(strayPayments)
    .where(eq(strayPayments.orderId, orderId))
    .orderBy(strayPayments.seenAt);
}

/** For a payment that fits its order after all. */
export async function deleteStray(tx: DbOrTx, transactionId: string): Promise<void> {
  await tx.delete(strayPayments).where(eq(strayPayments.transactionId, transactionId));
}

/** Derives a stray payment's state from its adjustments, as `adjustments.ts` does for an order. */
export async function updateStray(
  tools: Pick<OrderDependencies, 'outbox' | 'publicUrl' | 'supportEmail'>,
  tx: DbOrTx,
  { order, stray, known }: { order: OrderRow; stray: StrayRow; known: AdjustmentRow[] },
): Promise<void> {
  const { refund, refusals, chargedBack } = refundStateOf(known);
  const isGone = refund?.status === 'approved';
  // Without an account nobody is left to decide.
  const isPromised = stray.refundAskedAt !== null || !order.email;
  const refundDueAt = isPromised && !refund ? dueAfter(stray, refusals) : null;
  await tx
    .update(strayPayments)
    .set({
      refundId: refund?.id ?? null,
      refundDueAt,
      ...(isPromised && { refundAskedAt: sql`coalesce(${strayPayments.refundAskedAt}, now())` }),
      refundedAt: isGone ? sql`coalesce(${strayPayments.refundedAt}, now())` : null,
      chargedBack,
    })
    .where(eq(strayPayments.transactionId, stray.transactionId));
  if (isPromised && !refund && !refundDueAt && isPending(stray)) {
    await raiseFlag(tx, order.id, refusedForGood(refusals));
  }
  if (!isGone || stray.refundedAt || stray.currency !== 'USD') return;
  const refunded = { ...order, total: stray.cents, reason: 'support' as const, done: true };
  const { publicUrl, supportEmail } = tools;
  await tools.outbox.post(tx, {
    about: `order:${order.id}`,
    kind: `refunded-${stray.transactionId}`,
    to: order.email,
    message: refundEmail({ ...refunded, publicUrl, supportEmail }),
  });
}
