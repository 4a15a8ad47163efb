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
      cacheWriteTokens: total(expenses.cacheWriteTokens),
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

/** Who sells to us: each has a sum, also before the day's first purchase. */
const SELLERS = ['OpenAI', 'ElevenLabs'];

/**
 * Micro-dollars spent today at each provider, samples of voices included. Of the day alone, which an
 * index finds: all there ever was becomes more with every line that is spoken.
 */
export async function spentTodayAt(db: Db): Promise<{ provider: string; spent: number }[]> {
  const rows = await db
    .select({ provider: expenses.provider, spent: total(expenses.microdollars) })
    .from(expenses)
    .where(today)
    .groupBy(expenses.provider);
  const unused = SELLERS.filter((name) => !rows.some(({ provider }) => provider === name));
  return [...rows, ...unused.map((provider) => ({ provider, spent: 0 }))];
}

/** PostgreSQL's sum of integers is a bigint, which the driver gives as text. */
export function total(column: SQLWrapper) {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
}
