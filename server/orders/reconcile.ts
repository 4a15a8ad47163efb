import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { findOrdersWithDebt } from '../base/db/debts.ts';
import type { Db } from '../base/db/openDatabase.ts';
import { adjustments, orders, paymentEvents, podcasts } from '../base/db/tables.ts';
import { log } from '../base/kit/log.ts';
import { ProviderFailure } from '../base/kit/provider.ts';
import { giveUpEpisode } from '../episodes/delivery/finish.ts';
import { missedAdjustments } from './adjustments.ts';
import { returnBenefits } from './benefits.ts';
import { closeOrder, markExpired } from './closeOrder.ts';
import { PER_RUN } from './orderLimits.ts';
import { isOverdue, type OrderRow, type OrderTools } from './orderQueries.ts';
import { applyAdjustment, handle } from './paymentEvents.ts';
import { findRefundsDue, giveBack, pendingRefunds, refreshRefund } from './refund.ts';
import { settle } from './settle.ts';
import {
  findUnmatchedPaymentsToRefund,
  recheckUnmatchedPayments,
  refundUnmatchedPayment,
} from './unmatchedPaymentRefunds.ts';

const EVENTS_PER_RUN = 200;
const OVERDUE_PER_RUN = 20;

/**
 * Finishes what no webhook has, and what is owed to buyers (`base/db/debts.ts`). Any instance may
 * run it at any time. A failing order does not hold up the others; while Paddle is unreachable,
 * each step ends early.
 */
export async function reconcile(tools: OrderTools): Promise<void> {
  await handleStoredEvents(tools);
  await eachOrder(await unsettledOrders(tools), (found) => reconcileOrder(tools, found));
  const late = 'A service we depend on didn’t come back in time.';
  await eachOrder(await overdueOrders(tools.db), ({ podcastId }) =>
    giveUpEpisode(tools, podcastId, late),
  );
  const benefits = await findOrdersWithDebt(tools.db, ['benefits']);
  await eachOrder(benefits, ({ order }) => returnBenefits(tools, order));
  const refunds = await findRefundsDue(tools.db);
  await eachOrder(refunds, ({ order, reason }) => giveBack(tools, order, reason));
  await eachOrder(await findUnmatchedPaymentsToRefund(tools.db), (found) =>
    refundUnmatchedPayment(tools, found),
  );
  await eachOrder(await pendingRefunds(tools.db), ({ order }) => refreshRefund(tools, order));
  await eachOrder(await missedAdjustments(tools), async ({ adjustment }) => {
    await applyAdjustment(tools, adjustment);
  });
}

/** Throws `ProviderFailure`, `Problem('not_found')`, and `'conflict'` if Paddle was never asked. */
export async function recheck(tools: OrderTools, publicId: string): Promise<void> {
  const [found] = await tools.db
    .select({ order: orders, isOverdue })
    .from(orders)
    .where(eq(orders.publicId, publicId));
  if (!found) throw new Problem('not_found', 'There is no such order');
  const { order } = found;
  await recheckUnmatchedPayments(tools, publicId);
  if (order.status === 'refund_pending') {
    return order.refundId ? refreshRefund(tools, order) : giveBack(tools, order);
  }
  if (!order.paddleTransactionId && !(order.status === 'open' && found.isOverdue)) {
    throw new Problem('conflict', 'Paddle hasn’t been asked to take this payment');
  }
  await reconcileOrder(tools, found);
}

/** Requests the order's promised refunds. If Paddle is unreachable, the next run does. */
export async function finishRefund(tools: OrderTools, publicId: string): Promise<void> {
  const found = await tools.db
    .select({ order: orders })
    .from(orders)
    .where(and(eq(orders.publicId, publicId), eq(orders.status, 'refund_pending')));
  await eachOrder(found, ({ order }) => giveBack(tools, order));
  await eachOrder(await findUnmatchedPaymentsToRefund(tools.db, publicId), (due) =>
    refundUnmatchedPayment(tools, due),
  );
}

async function handleStoredEvents(tools: OrderTools): Promise<void> {
  const left = await tools.db
    .select({ eventId: paymentEvents.eventId, payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(isNull(paymentEvents.handledAt))
    .orderBy(asc(paymentEvents.occurredAt))
    .limit(EVENTS_PER_RUN);
  for (const { eventId, payload } of left) {
    try {
      await handle(tools, tools.payments.rereadEvent(payload));
    } catch (error) {
      log.error({ err: error, eventId }, 'a payment event could not be handled');
    }
  }
}

/** Flagged orders are included: the flag may be about another payment. */
async function unsettledOrders({ db }: OrderTools) {
  const isOpen = eq(orders.status, 'open');
  const mayBePaid = isNotNull(orders.paddleTransactionId);
  const isRecent = sql`${orders.expiresAt} > now() - interval '1 day'`;
  const { payable, overdue, expired } = PER_RUN;
  return [
    ...(await someOf(db, and(isOpen, mayBePaid, not(isOverdue)), payable)),
    ...(await someOf(db, and(isOpen, isOverdue), overdue)),
    ...(await someOf(db, and(eq(orders.status, 'expired'), mayBePaid, isRecent), expired)),
  ];
}

/** One order per buyer, then a second; random, so that limited runs reach all without a cursor. */
function someOf(db: Db, which: SQL | undefined, count: number) {
  const turn = sql<number>`row_number() over (partition by ${orders.userId} order by random())`;
  const ranked = db
    .select({ id: orders.id, turn: turn.as('turn') })
    .from(orders)
    .where(which)
    .as('ranked');
  const chosen = db
    .select({ id: ranked.id })
    .from(ranked)
    .where(lte(ranked.turn, PER_RUN.perBuyer))
    .orderBy(ranked.turn, sql`random()`)
    .limit(count);
  return db.select({ order: orders, isOverdue }).from(orders).where(inArray(orders.id, chosen));
}

async function eachOrder<Found extends { order: OrderRow }>(
  found: Found[],
  act: (found: Found) => Promise<void>,
): Promise<void> {
  for (const one of found) {
    try {
      await act(one);
    } catch (error) {
      log.warn({ err: error, order: one.order.publicId }, 'an order could not be reconciled');
      if (error instanceof ProviderFailure && error.trouble !== 'rejected') return;
    }
  }
}

export function overdueOrders(db: Db): Promise<{ order: OrderRow; podcastId: number }[]> {
  const refused = db
    .select({ one: sql`1` })
    .from(adjustments)
    .where(
      and(eq(adjustments.transactionId, orders.paddleTransactionId), eq(adjustments.isOurs, true)),
    );
  return db
    .select({ order: orders, podcastId: podcasts.id })
    .from(orders)
    .innerJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .where(
      and(
        eq(orders.status, 'paid'),
        eq(podcasts.status, 'processing'),
        eq(orders.chargedBack, false),
        // After Paddle has refused our refund, an admin has the episode produced again.
        notExists(refused),
        // After its benefits were returned, a free episode is produced again as a gift.
        isNull(orders.benefitsReturnedAt),
        // A chargeback that we won restarts the 24 hours: nobody worked on it meanwhile.
        sql`greatest(${orders.paidAt}, ${orders.chargebackChangedAt}) < now() - interval '24 hours'`,
      ),
    )
    .limit(OVERDUE_PER_RUN);
}

async function reconcileOrder(tools: OrderTools, found: { order: OrderRow; isOverdue: boolean }) {
  const { order } = found;
  if (found.isOverdue && order.status === 'open') await closeOrder(tools, order);
  else await askPaddle(tools, order);
}

async function askPaddle(tools: OrderTools, order: OrderRow): Promise<void> {
  if (!order.paddleTransactionId) return;
  const transaction = await tools.payments.find(order.paddleTransactionId);
  if (!transaction || transaction.status === 'canceled') await markExpired(tools, order);
  else await settle(tools, transaction);
}
