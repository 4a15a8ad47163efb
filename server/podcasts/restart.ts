import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { DbOrTx } from '../db/open.ts';
import { podcastLines, podcasts } from '../db/tables.ts';
import type { Patch } from './lease.ts';

/** Nothing is paid for it any more: its letter shows the whole price as taken off. */
const asGift: Patch = {
  amountPaid: 0,
  discountCode: null,
  discountAmount: sql`${podcasts.amountPaid} + ${podcasts.discountAmount}`,
};

/**
 * Puts an episode back into production with all it has: its script, its spoken lines and their
 * clips are used again. Lines whose clips have gone with the time are spoken anew. Whoever still
 * works on it writes no more, and its failures are forgotten. The caller holds the row and has seen
 * that it may be made, and adds the job.
 */
export async function restart(tx: DbOrTx, id: number, { isGift }: { isGift: boolean }) {
  const isSpoken = and(eq(podcastLines.podcastId, id), eq(podcastLines.state, 'spoken'));
  await tx
    .update(podcastLines)
    .set({ state: 'written', milliseconds: null, startMilliseconds: null })
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
