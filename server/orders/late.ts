import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { orders, podcasts } from '../db/tables.ts';
import type { OrderRow } from './rows.ts';

const PER_RUN = 20;

/** Paid orders whose episode is not made after 24 hours: long enough for anybody (design section 2). */
export function ordersKeptWaiting(db: Db): Promise<{ order: OrderRow }[]> {
  return db
    .select({ order: orders })
    .from(orders)
    .innerJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .where(
      and(
        eq(orders.status, 'paid'),
        eq(podcasts.status, 'processing'),
        // Where Paddle did not take a refund, a person has it made once more.
        isNull(orders.refundId),
        // Of one that cost nothing the code went back: it is made once more as a gift.
        isNull(orders.perksReturnedAt),
        sql`${orders.paidAt} < now() - interval '24 hours'`,
      ),
    )
    .limit(PER_RUN);
}
