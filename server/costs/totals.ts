import { inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Costs } from '#shared/quality.ts';
import type { Db } from '../db/open.ts';
import { expenses } from '../db/tables.ts';

/**
 * Everything bought for each of these episodes so far, in vain included; none for one that cost
 * nothing. Always reckoned from the rows, so that no crash can come between a purchase and its sum.
 */
export async function totalsOf(db: Db, podcastIds: number[]): Promise<Map<number, Costs>> {
  const rows = await db
    .select({
      podcastId: expenses.podcastId,
      inputTokens: total(expenses.inputTokens),
      cachedTokens: total(expenses.cachedTokens),
      outputTokens: total(expenses.outputTokens),
      characters: total(expenses.characters),
      microdollars: total(expenses.microdollars),
    })
    .from(expenses)
    .where(inArray(expenses.podcastId, podcastIds))
    .groupBy(expenses.podcastId);
  return new Map(rows.flatMap(({ podcastId, ...sum }) => (podcastId ? [[podcastId, sum]] : [])));
}

/** Purchases since midnight, UTC by the database's clock. */
export const today = sql`${expenses.at} >= date_trunc('day', now(), 'UTC')`;

/** Micro-dollars spent at each provider, samples of voices included. */
export function spendingOf(
  db: Db,
): Promise<{ provider: string; everSpent: number; spentToday: number }[]> {
  return db
    .select({
      provider: expenses.provider,
      everSpent: total(expenses.microdollars),
      spentToday: total(sql`case when ${today} then ${expenses.microdollars} end`),
    })
    .from(expenses)
    .groupBy(expenses.provider);
}

/** PostgreSQL's sum of integers is a bigint, which the driver gives as text. */
export function total(column: SQLWrapper) {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
}
