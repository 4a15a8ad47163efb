import { type SQL, sql } from 'drizzle-orm';
import type { Figures } from '#shared/admin.ts';
import { CHANNELS } from '#shared/channels.ts';
import { DURATIONS } from '#shared/pricing.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { listens, orders, previews } from '../../base/db/tables.ts';
import { type Books, feeOf } from './admin.ts';

/*
 * Money counts on the day it moved, in UTC: a refund when Paddle returned it or a bank took it.
 * Counts and sums are bigint, which the driver returns as text; float8 comes as a number, exact up
 * to 2^53.
 */

/**
 * When an order's money went back, counted once: a chargeback may follow a refund or be reversed.
 */
const sales = sql`(select *, coalesce(refunded_at, case when charged_back then chargeback_changed_at end)
  as back_at from orders) as sales`;
const sums = sql`
  count(*) filter (where total > 0 and paid_at is not null)::float8 as count,
  coalesce(sum(total) filter (where paid_at is not null), 0)::float8 as cents,
  count(*) filter (where back_at is not null)::float8 as refunds,
  coalesce(sum(total) filter (where back_at is not null), 0)::float8 as "refundedCents"`;

export async function figures(books: Books): Promise<Figures> {
  const { db } = books;
  const days = await db.execute<Figures['days'][number]>(sql`
    with moved as (
      select paid_at as at, total, paid_at, null::timestamptz as back_at
        from orders where paid_at is not null
      union all
      select back_at, total, null, back_at from ${sales} where back_at is not null
    )
    select to_char(day, 'YYYY-MM-DD') as day, ${sums}
    from generate_series((now() at time zone 'utc')::date - 29, (now() at time zone 'utc')::date,
                         interval '1 day') as day
    left join moved on moved.at >= day at time zone 'utc'
                   and moved.at < (day + interval '1 day') at time zone 'utc'
    group by day order by day`);
  const lengths = await db.execute<Figures['lengths'][number]>(
    sql`select duration, ${sums} from ${sales} group by duration`,
  );
  const none = { count: 0, cents: 0, refunds: 0, refundedCents: 0 };
  return {
    days: days.rows,
    lengths: DURATIONS.map(
      (length) =>
        lengths.rows.find(({ duration }) => duration === length) ?? { duration: length, ...none },
    ),
    totals: await oneRow<Figures['totals']>(
      db,
      sql`
        select ${sums},
               count(*) filter (where total = 0 and paid_at is not null)::float8 as "givenAway",
               coalesce(sum(discount_amount) filter (where paid_at is not null), 0)::float8
                 as "discountCents"
        from ${sales}`,
    ),
    verdicts: await oneRow<Figures['verdicts']>(
      db,
      sql`
        select count(*) filter (where is_right)::float8 as yes,
               count(*) filter (where not is_right)::float8 as no
        from verdicts`,
    ),
    today: await balanceSince(books, 'day'),
    month: await balanceSince(books, 'month'),
    previews: await oneRow<Figures['previews']>(
      db,
      sql`
        with recent as (
          select id, podcast_id, sound_asked_at from previews
          where created_at >= date_trunc('day', now(), 'UTC') - interval '29 days')
        select count(*)::float8 as count, count(sound_asked_at)::float8 as "withSound",
               (select coalesce(sum(microdollars), 0)::float8 from expenses
                where podcast_id in (select podcast_id from recent)) as microdollars,
               count(*) filter (where exists (
                 select from orders where preview_id = recent.id and paid_at is not null))::float8
                 as ordered
        from recent`,
    ),
    channels: await channelFigures(db),
  };
}

/** Of a query that aggregates, and so always returns one row. */
async function oneRow<Row extends Record<string, unknown>>(db: Db, query: SQL) {
  const [row] = (await db.execute<Row>(query)).rows;
  if (!row) throw new Error('an aggregate returned no row');
  return row;
}

async function balanceSince(books: Books, period: 'day' | 'month') {
  const { count, cents, back, microdollars } = await oneRow<
    Record<'count' | 'cents' | 'back' | 'microdollars', number>
  >(
    books.db,
    sql`
      with began as (select date_trunc(${period}::text, now(), 'UTC') as at)
      select sold.*,
             (select coalesce(sum(microdollars), 0)::float8 from expenses
              where expenses.at >= began.at) as microdollars
      from began, lateral (
        select count(*) filter (where total > 0 and paid_at >= began.at)::float8 as count,
               coalesce(sum(total) filter (where paid_at >= began.at), 0)::float8 as cents,
               coalesce(sum(total) filter (where back_at >= began.at), 0)::float8 as back
        from ${sales}) as sold`,
  );
  return { cents: cents - back, feeCents: feeOf(books, { count, cents }), microdollars };
}

/** Last 30 days with today, in UTC. An order counts if paid with money, refunded since or not. */
async function channelFigures(db: Db): Promise<Figures['channels']> {
  const { rows } = await db.execute<Figures['channels'][number]>(sql`
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
    select channel, sum(listens)::float8 as listens, sum(previews)::float8 as previews,
           sum(orders)::float8 as orders, sum(cents)::float8 as cents
    from counted group by channel`);
  const none = { listens: 0, previews: 0, orders: 0, cents: 0 };
  return CHANNELS.map(
    (name) => rows.find(({ channel }) => channel === name) ?? { channel: name, ...none },
  );
}
