import { sql } from 'drizzle-orm';
import type { Figures } from '#shared/admin.ts';
import { CHANNELS } from '#shared/channels.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { listens, orders, previews } from '../../base/db/tables.ts';

type Counts = Omit<Figures['channels'][number], 'channel'>;
const NONE: Counts = { listens: 0, previews: 0, orders: 0, cents: 0 };

/** Last 30 days with today, in UTC. An order counts if paid with money, refunded since or not. */
export async function channelFigures(db: Db): Promise<Figures['channels']> {
  const { rows } = await db.execute<Record<'channel' | keyof Counts, string>>(sql`
    with since as (select date_trunc('day', now(), 'UTC') - interval '29 days' as at),
    counted as (
      select channel, count as listens, 0 as previews, 0 as orders, 0 as cents
        from ${listens}, since where day >= (since.at at time zone 'utc')::date
      union all
      select channel, 0, 1, 0, 0 from ${previews}, since where created_at >= since.at
      union all
      select channel, 0, 0, 1, total from ${orders}, since
        where total > 0 and paid_at >= since.at
    )
    select channel, sum(listens) as listens, sum(previews) as previews, sum(orders) as orders,
           sum(cents) as cents
    from counted group by channel`);
  const found = new Map(rows.map(({ channel, ...counts }) => [channel, read(counts)]));
  return CHANNELS.map((channel) => ({ channel, ...(found.get(channel) ?? NONE) }));
}

/** Sums are bigint, which the driver returns as text. */
function read(counts: Record<keyof Counts, string>): Counts {
  return {
    listens: Number(counts.listens),
    previews: Number(counts.previews),
    orders: Number(counts.orders),
    cents: Number(counts.cents),
  };
}
