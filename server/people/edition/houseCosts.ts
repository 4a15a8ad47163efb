import { and, desc, eq, inArray } from 'drizzle-orm';
import type { HouseCosts } from '#shared/admin.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { expenses, orders, podcasts, users } from '../../base/db/tables.ts';
import { isOfThisMonth, minutesOrdered } from '../../episodes/validation/minutes.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import { thisMonth, total } from '../../supply/costs/totals.ts';

const LISTED = 100;

export async function houseCosts(tools: {
  db: Db;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
  minutesAMonth: number;
}): Promise<HouseCosts> {
  const { db, costs, minutesAMonth } = tools;
  const [month] = await db
    .select({ spent: total(expenses.microdollars) })
    .from(expenses)
    .where(thisMonth);
  const accounts = await db
    .select({ id: users.id, email: users.email, minutes: minutesOrdered })
    .from(users)
    .innerJoin(orders, and(eq(orders.userId, users.id), isOfThisMonth))
    .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
    .groupBy(users.id)
    .orderBy(desc(minutesOrdered), users.id)
    .limit(LISTED);
  const ids = accounts.map(({ id }) => id);
  const episodes = await db
    .select({ userId: podcasts.userId, spent: total(expenses.microdollars) })
    .from(expenses)
    .innerJoin(podcasts, eq(podcasts.id, expenses.podcastId))
    .where(and(thisMonth, inArray(podcasts.userId, ids)))
    .groupBy(podcasts.userId);
  const spent = new Map(episodes.map(({ userId, spent }) => [userId, spent]));
  return {
    today: await costs.spentToday(),
    month: month?.spent ?? 0,
    cap: costs.cap,
    minutesAMonth,
    accounts: accounts.map((account) => ({
      ...account,
      microdollars: spent.get(account.id) ?? 0,
    })),
  };
}
