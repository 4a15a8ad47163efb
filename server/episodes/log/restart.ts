import { and, count, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import type { Patch } from './lease.ts';

/** The episode is free now: its email shows the whole price as a discount. */
const asGift: Patch = {
  amountPaid: 0,
  discountCode: null,
  discountAmount: sql`${podcasts.amountPaid} + ${podcasts.discountAmount}`,
};

/**
 * The caller has locked the row, checked that it may be produced, and enqueues the job. A worker
 * that still has the episode can write no more.
 */
export async function restart(tx: DbOrTx, id: number, { isGift }: { isGift: boolean }) {
  const isSpoken = and(eq(podcastLines.podcastId, id), eq(podcastLines.state, 'spoken'));
  await tx
    .update(podcastLines)
    .set({ state: 'read', milliseconds: null, startMilliseconds: null })
    .where(and(isSpoken, isNull(podcastLines.clipKey)));
  const [kept] = await tx
    .select({
      linesSpoken: count(),
      millisecondsSpoken: sql<number>`coalesce(sum(${podcastLines.milliseconds}), 0)::int`,
    })
    .from(podcastLines)
    .where(isSpoken);
  await tx
    .update(podcasts)
    .set({
      status: 'processing',
      stage: 'queued',
      failure: null,
      attempts: 0,
      lease: sql`${podcasts.lease} + 1`,
      ...kept,
      startedAt: sql`now()`,
      ...(isGift && asGift),
    })
    .where(eq(podcasts.id, id));
}

/** Production buys something every few seconds; mixing and storing take two minutes at worst. */
export const STUCK_AFTER_MINUTES = 15;

/** The latest order, (re)start or purchase. A bare `id` in the subquery would be the expense's. */
export const lastSign: SQL<Date> = sql`greatest(${podcasts.createdAt}, ${podcasts.startedAt},
  (select max(at) from expenses where expenses.podcast_id = podcasts.id))`.mapWith(
  podcasts.createdAt,
);

export const isStuck = sql<boolean>`(${and(
  eq(podcasts.status, 'processing'),
  eq(podcasts.withheld, false),
  lt(lastSign, sql`now() - make_interval(mins => ${STUCK_AFTER_MINUTES})`),
)})`;
