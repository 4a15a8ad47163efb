import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { adjustments, orders, podcasts } from '../db/tables.ts';
import type { OrderRow } from './orderQueries.ts';

const PER_RUN = 20;

/** Paid orders whose episode is not made after 24 hours: long enough for anybody (design section 2). */
export function overdueOrders(db: Db): Promise<{ order: OrderRow }[]> {
  const refused = db
    .select({ one: sql`1` })
    .from(adjustments)
    .where(
      and(eq(adjustments.transactionId, orders.paddleTransactionId), eq(adjustments.isOurs, true)),
    );
  return db
    .select({ order: orders })
    .from(orders)
    .innerJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .where(
      and(
        eq(orders.status, 'paid'),
        eq(podcasts.status, 'processing'),
        eq(orders.chargedBack, false),
        // Where Paddle did not take our refund, a person has it made once more.
        notExists(refused),
        // Of one that cost nothing the code went back: it is made once more as a gift.
        isNull(orders.benefitsReturnedAt),
        // A chargeback that was won begins the day anew: nobody worked on it meanwhile.
        sql`greatest(${orders.paidAt}, ${orders.chargebackChangedAt}) < now() - interval '24 hours'`,
      ),
    )
    .limit(PER_RUN);
}
