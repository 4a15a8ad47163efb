import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { LENGTH_TOLERANCE } from '#shared/quality.ts';
import type { DbOrTx } from './openDatabase.ts';
import { orders, podcasts } from './tables.ts';

/* The only place that says what is owed to a buyer. */

const PER_RUN = 20;

/** The index `podcasts_missed` repeats this condition word for word, the number included. */
export const missedItsLength: SQL<boolean> = sql`(${podcasts.status} = 'completed'
  and abs((${podcasts.quality}->>'lengthError')::float) > ${sql`${LENGTH_TOLERANCE}`.inlineParams()})`;

const hasFailed = eq(podcasts.status, 'failed');

/** Paddle has collected money for the order, and the buyer's bank has not taken it back. */
export const isRefundable = and(
  gt(orders.total, 0),
  isNotNull(orders.paddleTransactionId),
  eq(orders.chargedBack, false),
);

/** We have not promised the money. A refund begun at Paddle may still be rejected. */
const isUnpromised = and(
  inArray(orders.status, ['paid', 'refund_pending']),
  isNull(orders.refundReason),
);

const conditions = {
  promised: and(isRefundable, lte(orders.refundDueAt, sql`now()`)),
  failed: and(isRefundable, isUnpromised, hasFailed),
  length: and(isRefundable, isUnpromised, missedItsLength),
  benefits: and(
    hasFailed,
    isNull(orders.benefitsReturnedAt),
    or(orders.isBonus, orders.discountReserved),
  ),
};
export type Debt = keyof typeof conditions;

/**
 * Returns at most `PER_RUN` orders. Ask for one debt at a time across all orders: several at once
 * would read every order and every episode.
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
      // An order paid at an expired discount is owed its money but never had an episode.
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
      .where(and(or(...debts.map((debt) => conditions[debt])), which))
      .limit(PER_RUN)
  );
}

/** Finds debts that only the episode's row shows: deleted or remade, it would lose them. */
export async function hasDebt(tx: DbOrTx, podcastIds: number[]): Promise<boolean> {
  const found = await findOrdersWithDebt(
    tx,
    ['failed', 'length', 'benefits'],
    inArray(podcasts.id, podcastIds),
  );
  return found.length > 0;
}

/**
 * Call it before undelivered episodes are deleted: if the buyer's bank returns a charged-back
 * payment later, it is refunded at once (`orders/adjustments.ts`).
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
