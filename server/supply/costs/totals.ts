import { gt, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { Costs } from '#shared/quality.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { expenses } from '../../base/db/tables.ts';

/** Includes failed attempts. Summed from the rows, so that a crash cannot make it inconsistent. */
export async function totalsOf(db: Db, podcastIds: number[]): Promise<Map<number, Costs>> {
  const rows = await db
    .select({
      podcastId: expenses.podcastId,
      inputTokens: total(expenses.inputTokens),
      cachedTokens: total(expenses.cachedTokens),
      cacheWriteTokens: total(expenses.cacheWriteTokens),
      outputTokens: total(expenses.outputTokens),
      searches: total(expenses.searches),
      characters: total(expenses.characters),
      microdollars: total(expenses.microdollars),
      search: totalWhere(gt(expenses.searches, 0)),
      speech: totalWhere(gt(expenses.characters, 0)),
    })
    .from(expenses)
    .where(inArray(expenses.podcastId, podcastIds))
    .groupBy(expenses.podcastId);
  return new Map(
    rows.flatMap(({ podcastId, search, speech, ...sum }) => {
      if (podcastId === null) return [];
      return [
        [podcastId, { ...sum, by: { script: sum.microdollars - search - speech, search, speech } }],
      ];
    }),
  );
}

/** Since midnight UTC, by the database's clock. */
export const today = sql`${expenses.at} >= date_trunc('day', now(), 'UTC')`;

export const thisMonth = sql`${expenses.at} >= date_trunc('month', now(), 'UTC')`;

/** Micro-dollars. Limited to today, which an index serves: the history grows with every line. */
export async function spentTodayAt(
  db: Db,
  sellers: readonly string[],
): Promise<{ provider: string; spent: number }[]> {
  const rows = await db
    .select({ provider: expenses.provider, spent: total(expenses.microdollars) })
    .from(expenses)
    .where(today)
    .groupBy(expenses.provider);
  const unused = sellers.filter((name) => !rows.some(({ provider }) => provider === name));
  return [...rows, ...unused.map((provider) => ({ provider, spent: 0 }))];
}

function totalWhere(isOfKind: SQLWrapper) {
  const sum = sql`sum(${expenses.microdollars}) filter (where ${isOfKind})`;
  return sql<number>`coalesce(${sum}, 0)`.mapWith(Number);
}

/** PostgreSQL's sum of integers is a bigint, which the driver returns as text. */
export function total(column: SQLWrapper) {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
}
