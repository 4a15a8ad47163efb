import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import type { DbOrTx } from './openDatabase.ts';
import { orders, podcasts } from './tables.ts';

/*
 * The only place that says what is owed to a buyer. Refunds, reconciliation, the deletion of
 * episodes and accounts, and the admin's retry all ask here.
 */

const PER_RUN = 20;

/**
 * The episode was delivered further off its minutes than is paid for (design section 6). The index
 * `podcasts_missed` repeats this condition word for word, the number included.
 */
export const missedItsLength: SQL<boolean> = sql`(${podcasts.status} = 'completed'
  and abs((${podcasts.quality}->>'lengthError')::float) > ${sql`${LENGTH_TOLERANCE}`.inlineParams()})`;

const hasFailed = eq(podcasts.status, 'failed');

/** Paddle has collected money for the order, and the buyer's bank has not taken it back. */
export const isRefundable = and(
  gt(orders.total, 0),
  isNotNull(orders.paddleTransactionId),
  eq(orders.chargedBack, false),
);

/** We have not promised the money. A refund that somebody began at Paddle may still be rejected. */
const isUnpromised = and(
  inArray(orders.status, ['paid', 'refund_pending']),
  isNull(orders.refundReason),
);

const conditions = {
  /** A refund that we promised, and may ask Paddle for now. */
  promised: and(isRefundable, lte(orders.refundDueAt, sql`now()`)),
  failed: and(isRefundable, isUnpromised, hasFailed),
  length: and(isRefundable, isUnpromised, missedItsLength),
  /** The bonus episode or the discount's use that was spent on an episode that could not be made. */
  benefits: and(
    hasFailed,
    isNull(orders.benefitsReturnedAt),
    or(orders.isBonus, orders.discountReserved),
  ),
};
export type Debt = keyof typeof conditions;

/**
 * Some of the orders that owe their buyer one of `debts`; `which` narrows them down. Ask for one debt
 * at a time across all orders: several at once would read every order and every episode.
 */
export function findOrdersWithDebt(
  db: DbOrTx,
  debts: Debt[],
  which?: SQL,
): Promise<{ order: typeof orders.$inferSelect }[]> {
  return (
    db
      .select({ order: orders })
      .from(orders)
      // An order paid at an expired discount is owed its money without ever having had an episode.
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
      .where(and(or(...debts.map((debt) => conditions[debt])), which))
      .limit(PER_RUN)
  );
}

/** Something is owed that only the episode's row shows: deleted or remade, it would be forgotten. */
export async function hasDebt(tx: DbOrTx, podcastIds: number[]): Promise<boolean> {
  const found = await findOrdersWithDebt(
    tx,
    ['failed', 'length', 'benefits'],
    inArray(podcasts.id, podcastIds),
  );
  return found.length > 0;
}

/**
 * Promises the price of undelivered episodes that the buyer's bank has taken back. Should the bank
 * return it after they are deleted, nothing can be made for it, and it is refunded at once
 * (`orders/adjustments.ts`).
 */
export async function promiseChargedBack(tx: DbOrTx, podcastIds: number[]): Promise<void> {
  const undelivered = tx
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(
      and(
        inArray(podcasts.id, podcastIds),
        or(eq(podcasts.status, 'processing'), hasFailed, missedItsLength),
      ),
    );
  await tx
    .update(orders)
    .set({ status: 'refund_pending', refundReason: 'failed', refundDueAt: sql`now()` })
    .where(and(inArray(orders.podcastId, undelivered), eq(orders.chargedBack, true), isUnpromised));
}
