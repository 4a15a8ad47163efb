import { sql } from 'drizzle-orm';
import type { Figures } from '#shared/admin.ts';
import { DURATIONS } from '#shared/pricing.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { countVerdicts } from './adminVerdicts.ts';
import { channelFigures } from './channels.ts';
import { type Books, feeOf, type PaymentFee } from './paymentFee.ts';

/*
 * Money counts on the day it moved, in UTC: a refund when Paddle returned it or a bank took it.
 * Sums of cents are bigint, which the driver returns as text.
 */

/**
 * When an order's money went back, counted once: a chargeback may follow a refund or be reversed.
 */
const sales = sql`(select *, coalesce(refunded_at, case when charged_back then chargeback_changed_at end)
  as back_at from orders) as sales`;
const sold = sql`count(*) filter (where total > 0 and paid_at is not null)`;
const soldCents = sql`coalesce(sum(total) filter (where paid_at is not null), 0)`;
const refunded = sql`count(*) filter (where back_at is not null)`;
const refundedCents = sql`coalesce(sum(total) filter (where back_at is not null), 0)`;
const sums = sql`${sold} as count, ${soldCents} as cents,
  ${refunded} as refunds, ${refundedCents} as "refundedCents"`;

type Sums = Record<'count' | 'cents' | 'refunds' | 'refundedCents', string>;

export async function figures({ db, paymentFee }: Books): Promise<Figures> {
  const days = await db.execute<Sums & { day: string }>(sql`
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
  const lengths = await db.execute<Sums & { duration: number }>(
    sql`select duration, ${sums} from ${sales} group by duration`,
  );
  const totals = await db.execute<Sums & Record<'givenAway' | 'discountCents', string>>(sql`
    select ${sums},
           count(*) filter (where total = 0 and paid_at is not null) as "givenAway",
           coalesce(sum(discount_amount) filter (where paid_at is not null), 0) as "discountCents"
    from ${sales}`);

  const [today, month] = [
    await balanceSince(db, paymentFee, 'day'),
    await balanceSince(db, paymentFee, 'month'),
  ];
  const all = totals.rows[0];
  return {
    days: days.rows.map(({ day, ...row }) => ({ day, ...read(row) })),
    lengths: DURATIONS.map((duration) => ({
      duration,
      ...read(lengths.rows.find((row) => row.duration === duration)),
    })),
    totals: {
      ...read(all),
      givenAway: Number(all?.givenAway ?? 0),
      discountCents: Number(all?.discountCents ?? 0),
    },
    verdicts: await countVerdicts(db),
    today,
    month,
    previews: await previewFigures(db),
    channels: await channelFigures(db),
  };
}

async function balanceSince(db: Db, fee: PaymentFee, period: 'day' | 'month') {
  const { rows } = await db.execute<
    Record<'count' | 'cents' | 'back' | 'microdollars', string>
  >(sql`
    with began as (select date_trunc(${period}::text, now(), 'UTC') as at)
    select sold.*,
           (select coalesce(sum(microdollars), 0) from expenses
            where expenses.at >= began.at) as microdollars
    from began, lateral (
      select count(*) filter (where total > 0 and paid_at >= began.at) as count,
             coalesce(sum(total) filter (where paid_at >= began.at), 0) as cents,
             coalesce(sum(total) filter (where back_at >= began.at), 0) as back
      from ${sales}) as sold`);
  const [row] = rows;
  const cents = Number(row?.cents);
  return {
    cents: cents - Number(row?.back),
    feeCents: feeOf(fee, { count: Number(row?.count), cents }),
    microdollars: Number(row?.microdollars),
  };
}

async function previewFigures(db: Db): Promise<Figures['previews']> {
  const { rows } = await db.execute<Record<keyof Figures['previews'], string>>(sql`
    with recent as (
      select id, podcast_id, sound_asked_at from previews
      where created_at >= date_trunc('day', now(), 'UTC') - interval '29 days')
    select count(*) as count, count(sound_asked_at) as "withSound",
           (select coalesce(sum(microdollars), 0) from expenses
            where podcast_id in (select podcast_id from recent)) as microdollars,
           count(*) filter (where exists (
             select from orders where preview_id = recent.id and paid_at is not null)) as ordered
    from recent`);
  const [row] = rows;
  return {
    count: Number(row?.count),
    withSound: Number(row?.withSound),
    microdollars: Number(row?.microdollars),
    ordered: Number(row?.ordered),
  };
}

function read(row: Sums | undefined) {
  return {
    count: Number(row?.count ?? 0),
    cents: Number(row?.cents ?? 0),
    refunds: Number(row?.refunds ?? 0),
    refundedCents: Number(row?.refundedCents ?? 0),
  };
}
