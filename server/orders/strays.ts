import { eq, sql } from 'drizzle-orm';
import { raiseFlag } from '../db/flags.ts';
import type { DbOrTx } from '../db/open.ts';
import { strayPayments } from '../db/tables.ts';
import { refundEmail } from '../email/templates/buyer.ts';
import type { Transaction } from '../payments/payments.ts';
import type { OrderDependencies } from './dependencies.ts';
import type { OrderRow } from './orderQueries.ts';
import {
  type AdjustmentRow,
  dueAfter,
  isUnderWay,
  refundStateOf,
  refusedForGood,
} from './refundState.ts';

/*
 * A payment that Paddle took in the name of an order, and for which nothing can be made: at another
 * price, by another transaction than the order's, after its account was deleted. The money is
 * somebody's, so it is kept in mind until it has gone back.
 */

export type StrayRow = typeof strayPayments.$inferSelect;

/** Remembers such a payment and has a person look at it, once. `goesBack` where nobody need decide. */
export async function keepStray(
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

/** It pays for its order after all: what stood in the way was mended. */
export async function forgetStray(tx: DbOrTx, transactionId: string): Promise<void> {
  await tx.delete(strayPayments).where(eq(strayPayments.transactionId, transactionId));
}

/** As for an order (`adjustments.ts`): what is said of it is what its adjustments come to. */
export async function bringStrayUpToDate(
  tools: Pick<OrderDependencies, 'outbox' | 'supportEmail'>,
  tx: DbOrTx,
  { order, stray, known }: { order: OrderRow; stray: StrayRow; known: AdjustmentRow[] },
): Promise<void> {
  const { refund, refusals, chargedBack } = refundStateOf(known);
  const isGone = refund?.status === 'approved';
  // With the account gone nobody is left to decide.
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
  if (isPromised && !refund && !refundDueAt && isUnderWay(stray)) {
    await raiseFlag(tx, order.id, refusedForGood(refusals));
  }
  if (!isGone || stray.refundedAt || stray.currency !== 'USD') return;
  const told = { ...order, total: stray.cents, reason: 'support' as const, done: true };
  await tools.outbox.post(tx, {
    about: `order:${order.id}`,
    kind: `refunded-${stray.transactionId}`,
    to: order.email,
    message: refundEmail({ ...told, supportEmail: tools.supportEmail }),
  });
}
