import { and, DrizzleQueryError, eq, isNull, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import type { CheckoutReply } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import { orders, users } from '../base/db/tables.ts';
import { openRecent } from '../base/kit/recent.ts';
import { pauseIfRefused, refuseWhilePaused } from '../supply/availability/paused.ts';
import { closeOrder, closeRivals, markExpired } from './closeOrder.ts';
import { takeUse } from './discounts/discounts.ts';
import { rateLimited, unlimited } from './orderLimits.ts';
import {
  type Buyer,
  chargeOf,
  findOwn,
  type OrderRow,
  type OrderTools,
  priceIn,
} from './orderQueries.ts';
import { noBonus } from './quote.ts';
import { fulfil, settle } from './settle.ts';

const expired = ({ total }: OrderRow) =>
  new Problem(
    'expired',
    total > 0
      ? 'This order has expired and nothing was charged. Please order again.'
      : 'This order has expired. Please order again.',
  );

/**
 * Each call to Paddle calls `consume` first. Throws `Problem('expired')`, `'discount_refused'`,
 * `'conflict'` for an order that must not be paid any more, `'unavailable'` while sales are paused,
 * and `ProviderFailure`.
 */
export async function checkout(
  tools: OrderTools,
  buyer: Buyer,
  publicId: string,
  consume = unlimited,
): Promise<CheckoutReply> {
  const payments = rateLimited(tools.payments, consume);
  try {
    return await beginPayment({ ...tools, payments }, buyer, publicId);
  } catch (error) {
    await pauseIfRefused(tools, error);
    throw error;
  }
}

async function beginPayment(
  tools: OrderTools,
  buyer: Buyer,
  publicId: string,
): Promise<CheckoutReply> {
  const { order, isOverdue } = await findOwn(tools.db, buyer, publicId);
  if (order.status === 'paid') return { paid: true };
  refuseClosed(order);
  // Ask Paddle before the buyer can pay again: the webhook of a payment may still be on its way.
  if (order.paddleTransactionId && (await isPaidAlready(tools, order.paddleTransactionId, order))) {
    return { paid: true };
  }
  if (order.status === 'expired' || isOverdue) throw expired(order);
  await refuseWhilePaused(tools);
  if (order.paddleTransactionId) return { transactionId: order.paddleTransactionId };

  await reserveDiscount(tools, order);
  return order.total === 0 ? payNothing(tools, order) : openTransaction(tools, buyer, order);
}

function refuseClosed({ status, flag }: OrderRow): void {
  if (status === 'refunded' || status === 'refund_pending') {
    throw new Problem('conflict', 'This order was refunded. Please order again.');
  }
  if (flag) {
    throw new Problem(
      'conflict',
      'We’re looking into the payment for this order and will write to you. Please don’t pay again.',
    );
  }
}

/**
 * How often Paddle has just called a transaction unpaid. After two answers it is not asked for five
 * seconds: repeated requests cost no call, and a transaction can be paid only once.
 */
const unpaid = openRecent<number>({ most: 10_000, keepFor: 5000 });

async function isPaidAlready(
  tools: OrderTools,
  transactionId: string,
  order: OrderRow,
): Promise<boolean> {
  const looked = unpaid.get(transactionId) ?? 0;
  if (looked >= 2) return false;
  const transaction = await tools.payments.find(transactionId);
  if (!transaction || transaction.status === 'canceled') {
    await markExpired(tools, order);
    throw expired(order);
  }
  const outcome = await settle(tools, transaction);
  if (outcome.startsWith('flagged')) refuseClosed({ ...order, flag: outcome });
  if (outcome !== 'not paid') return true;
  // A crash interrupted `closeOrder` between Paddle and our row.
  if (priceIn(transaction) === order.total) {
    unpaid.set(transactionId, looked + 1);
    return false;
  }
  await closeOrder(tools, order);
  throw expired(order);
}

async function reserveDiscount(tools: OrderTools, order: OrderRow): Promise<void> {
  if (order.discountCodeId === null || order.discountReserved) return;
  const use = { codeId: order.discountCodeId, duration: order.duration };
  await closeRivals(tools, order);
  try {
    await tools.db.transaction(async (tx) => {
      const [mine] = await tx
        .update(orders)
        .set({ discountReserved: true })
        .where(
          and(
            eq(orders.id, order.id),
            eq(orders.status, 'open'),
            eq(orders.discountReserved, false),
          ),
        )
        .returning({ id: orders.id });
      if (mine) await takeUse(tx, use);
    });
  } catch (error) {
    if (!breaksOneReservation(error)) throw error;
    const message = 'This discount code is in use in another of your checkouts';
    throw new Problem('discount_refused', message, { discountCode: message });
  }
}

function breaksOneReservation(error: unknown): boolean {
  return (
    error instanceof DrizzleQueryError &&
    error.cause instanceof DatabaseError &&
    error.cause.constraint === 'orders_one_reservation'
  );
}

/** A total of zero never reaches Paddle. Claims the bonus or the month's minutes as it pays. */
async function payNothing(tools: OrderTools, order: OrderRow): Promise<CheckoutReply> {
  await tools.db.transaction(async (tx) => {
    // There is no late payment to honour here. If another of the buyer's checkouts has ended this
    // order, it stays ended: that checkout now holds the use of the code.
    const [now] = await tx.select().from(orders).where(eq(orders.id, order.id)).for('update');
    if (now?.status === 'paid') return;
    const holdsUse = now?.discountCodeId === null || now?.discountReserved;
    if (now?.status !== 'open' || !holdsUse) throw expired(order);
    if (tools.minutes && order.userId !== null) {
      await tools.minutes.claim(tx, order.userId, order.duration);
    }
    const fulfilled = await fulfil(tools, tx, order);
    if (!fulfilled || !order.isBonus || order.userId === null) return;
    const [claimed] = await tx
      .update(users)
      .set({ hasUsedFreePodcast: true, updatedAt: sql`now()` })
      .where(
        and(
          eq(users.id, order.userId),
          eq(users.hasMadeFirstPurchase, true),
          eq(users.hasUsedFreePodcast, false),
        ),
      )
      .returning({ id: users.id });
    // Throwing rolls back: the order stays open, and no episode is produced.
    if (!claimed) throw noBonus('You’ve used your free episode');
  });
  return { paid: true };
}

async function openTransaction(
  tools: OrderTools,
  buyer: Buyer,
  order: OrderRow,
): Promise<CheckoutReply> {
  const { transactionId } = await tools.payments.open(chargeOf(order, order.total));
  const [kept] = await tools.db
    .update(orders)
    .set({ paddleTransactionId: transactionId })
    .where(
      and(eq(orders.id, order.id), eq(orders.status, 'open'), isNull(orders.paddleTransactionId)),
    )
    .returning({ id: orders.id });
  if (kept) return { transactionId };

  // Another request opened one first, or the order has ended. Ours stays an unused draft, which
  // Paddle cannot cancel.
  const { order: now } = await findOwn(tools.db, buyer, order.publicId);
  if (now.status === 'paid') return { paid: true };
  if (now.status !== 'open' || !now.paddleTransactionId) throw expired(order);
  return { transactionId: now.paddleTransactionId };
}
