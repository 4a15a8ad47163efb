import { and, eq, sql } from 'drizzle-orm';
import type { MinutesReply } from '#shared/minutes.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcasts, users } from '../../base/db/tables.ts';

export type Minutes = ReturnType<typeof openMinutes>;

/** Calendar months are UTC, by the database's clock. A failed episode gives its minutes back. */
export function openMinutes({ db, minutesAMonth: limit }: { db: Db; minutesAMonth: number }) {
  const read = async (tx: DbOrTx, userId: number): Promise<MinutesReply> => {
    const [month] = await tx
      .select({ used: minutesOrdered, resetsAt })
      .from(orders)
      .leftJoin(podcasts, eq(podcasts.id, orders.podcastId))
      .where(and(eq(orders.userId, userId), isOfThisMonth));
    if (!month) throw new Error('a sum has a row');
    return { ...month, limit };
  };

  /** Throws `Problem('too_many')` at the length when fewer minutes are left. */
  async function check(userId: number, minutes: number, tx: DbOrTx = db): Promise<void> {
    const month = await read(tx, userId);
    if (month.used + minutes <= limit) return;
    const message = refusal(month, minutes);
    throw new Problem('too_many', message, { duration: message });
  }

  return {
    minutesAMonth: limit,
    of: (userId: number): Promise<MinutesReply> => read(db, userId),
    check,
    /** Checks, and until the transaction ends no other order of the account is counted. */
    async claim(tx: DbOrTx, userId: number, minutes: number): Promise<void> {
      // A statement of its own: of two orders at once, the second must count the first.
      await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, userId))
        .for('no key update');
      await check(userId, minutes, tx);
    },
  };
}

export const isOfThisMonth = and(
  eq(orders.status, 'paid'),
  sql`${orders.paidAt} >= date_trunc('month', now(), 'UTC')`,
);

/** A deleted episode that was never completed had failed: none is deleted while it is made. */
const hasFailed = sql`(${podcasts.status} = 'failed'
  or ${podcasts.status} = 'deleted' and ${podcasts.completedAt} is null)`;

/** For orders left-joined with their episodes. */
export const minutesOrdered = sql<number>`coalesce(
  sum(${orders.duration}) filter (where ${hasFailed} is not true), 0)::int`;

const resetsAt = sql<string>`to_char(
  date_trunc('month', now() at time zone 'utc') + interval '1 month', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

function refusal({ used, limit, resetsAt }: MinutesReply, minutes: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const until = day.format(new Date(resetsAt));
  const left = Math.max(0, limit - used);
  return left
    ? `${left} of your ${limit} minutes are left until ${until}, too few for an episode of ${minutes}.`
    : `This month’s ${limit} minutes are used up. You get new ones on ${until}.`;
}
