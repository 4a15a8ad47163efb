import { eq, sql } from 'drizzle-orm';
import { raiseFlag } from '../base/db/flags.ts';
import type { DbOrTx } from '../base/db/openDatabase.ts';
import { unmatchedPayments } from '../base/db/tables.ts';
import { refundEmail } from '../mail/email/templates/order.ts';
import type { OrderRow, OrderTools } from './orderQueries.ts';
import type { Transaction } from './paddle/payments.ts';
import {
  type AdjustmentRow,
  dueAfter,
  isPending,
  refundStateOf,
  refusedForGood,
} from './refundState.ts';

/*
 * An unmatched payment names an order but cannot buy its episode: its price is another, it comes
 * from another transaction than the order's, or it arrived after the account was deleted.
 */

export type UnmatchedPaymentRow = typeof unmatchedPayments.$inferSelect;

/** Flags the order, once. With `goesBack`, the payment is refunded without anybody's decision. */
export async function recordUnmatchedPayment(
  tx: DbOrTx,
  order: OrderRow,
  transaction: Transaction,
  { reason, goesBack }: { reason: string; goesBack: boolean },
): Promise<void> {
  const [item] = transaction.items;
  const asked = goesBack ? { refundAskedAt: sql`now()`, refundDueAt: sql`now()` } : {};
  const [fresh] = await tx
    .insert(unmatchedPayments)
    .values({
      transactionId: transaction.id,
      orderId: order.id,
      cents: transaction.items.reduce((sum, one) => sum + one.unitPrice * one.quantity, 0),
      currency: item?.currency ?? 'USD',
      reason,
      ...asked,
    })
    .onConflictDoNothing()
    .returning({ id: unmatchedPayments.transactionId });
  if (fresh) await raiseFlag(tx, order.id, reason);
}

export async function findUnmatchedPayment(
  tx: DbOrTx,
  transactionId: string,
): Promise<UnmatchedPaymentRow | undefined> {
  const [unmatched] = await tx
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.transactionId, transactionId));
  return unmatched;
}

/** Oldest first. */
export function unmatchedPaymentsOf(db: DbOrTx, orderId: number): Promise<UnmatchedPaymentRow[]> {
  return db
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.orderId, orderId))
    .orderBy(unmatchedPayments.seenAt);
}

/** For a payment that fits its order after all. */
export async function deleteUnmatchedPayment(tx: DbOrTx, transactionId: string): Promise<void> {
  await tx.delete(unmatchedPayments).where(eq(unmatchedPayments.transactionId, transactionId));
}

export async function updateUnmatchedPayment(
  tools: OrderTools,
  tx: DbOrTx,
  {
    order,
    unmatched,
    known,
  }: { order: OrderRow; unmatched: UnmatchedPaymentRow; known: AdjustmentRow[] },
): Promise<void> {
  const { refund, refusals, chargedBack } = refundStateOf(known);
  const isGone = refund?.status === 'approved';
  // Without an account nobody is left to decide.
  const isPromised = unmatched.refundAskedAt !== null || !order.email;
  const refundDueAt = isPromised && !refund ? dueAfter(unmatched, refusals) : null;
  await tx
    .update(unmatchedPayments)
    .set({
      refundId: refund?.id ?? null,
      refundDueAt,
      ...(isPromised && {
        refundAskedAt: sql`coalesce(${unmatchedPayments.refundAskedAt}, now())`,
      }),
      refundedAt: isGone ? sql`coalesce(${unmatchedPayments.refundedAt}, now())` : null,
      chargedBack,
    })
    .where(eq(unmatchedPayments.transactionId, unmatched.transactionId));
  if (isPromised && !refund && !refundDueAt && isPending(unmatched)) {
    await raiseFlag(tx, order.id, refusedForGood(refusals));
  }
  if (!isGone || unmatched.refundedAt || unmatched.currency !== 'USD') return;
  const refunded = { ...order, total: unmatched.cents, reason: 'support' as const, done: true };
  const { publicUrl, supportEmail } = tools;
  await tools.outbox.post(tx, {
    about: `order:${order.id}`,
    kind: `refunded-${unmatched.transactionId}`,
    to: order.email,
    message: refundEmail({ ...refunded, publicUrl, supportEmail }),
  });
}
