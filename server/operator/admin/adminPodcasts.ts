import { and, desc, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminPodcast, podcastSearch } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import { orders, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { type PodcastRow, statusOf } from '../../episodes/log/lease.ts';
import { isStuck, lastSign } from '../../episodes/log/restart.ts';
import { isRefusedForGood } from '../../orders/refund.ts';
import { totalsOf } from '../../supply/costs/totals.ts';
import { countSources } from './adminSources.ts';
import { NO_VERDICTS, verdictsOf } from './adminVerdicts.ts';
import { record } from './audit.ts';
import { isEpisode } from './isEpisode.ts';
import { iso, type Page, type Paged, pageOf } from './paging.ts';
import { type Books, feeOf } from './paymentFee.ts';
import { offerFor } from './retriable.ts';

export async function listPodcasts(
  admin: Books,
  { status, flagged, stuck, cursor, limit }: Page & z.output<typeof podcastSearch>,
): Promise<Paged<'podcasts', AdminPodcast>> {
  const rows = await admin.db
    .select()
    .from(podcasts)
    .where(
      and(
        isEpisode,
        status ? eq(podcasts.status, status) : undefined,
        flagged ? sql`jsonb_array_length(${podcasts.quality} -> 'flags') > 0` : undefined,
        stuck ? isStuck : undefined,
        cursor === null ? undefined : lt(podcasts.id, cursor),
      ),
    )
    .orderBy(desc(podcasts.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { podcasts: await presentPodcasts(admin, page), nextCursor };
}

/**
 * Throws `Problem('not_found')`, and `Problem('conflict')` if an unfinished one is to be a demo.
 */
export async function setSample(
  admin: Books,
  actor: User,
  publicId: string,
  isSample: boolean,
): Promise<AdminPodcast> {
  await admin.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(podcasts)
      .set({ isSample })
      .where(
        and(
          eq(podcasts.publicId, publicId),
          ne(podcasts.isSample, isSample),
          // A demo may be removed in any state.
          isSample ? eq(podcasts.status, 'completed') : undefined,
        ),
      )
      .returning({ title: podcasts.title });
    if (changed) {
      await record(tx, {
        actor,
        action: isSample ? 'episode featured' : 'episode no longer featured',
        target: `podcast:${publicId}`,
        detail: { title: changed.title },
      });
    }
    const [found] = await tx.select().from(podcasts).where(eq(podcasts.publicId, publicId));
    if (!found) throw new Problem('not_found', 'There is no such episode');
    if (found.isSample !== isSample) {
      throw new Problem('conflict', 'Only a finished episode can be a demo');
    }
  });
  return findPodcast(admin, publicId);
}

/** Throws `Problem('not_found')`. */
export async function findPodcast(admin: Books, publicId: string): Promise<AdminPodcast> {
  const rows = await admin.db
    .select()
    .from(podcasts)
    .where(and(eq(podcasts.publicId, publicId), isEpisode));
  const [shown] = await presentPodcasts(admin, rows);
  if (!shown) throw new Problem('not_found', 'There is no such episode');
  return shown;
}

export async function presentPodcasts(
  { db, paymentFee }: Books,
  rows: PodcastRow[],
): Promise<AdminPodcast[]> {
  const ids = rows.map(({ id }) => id);
  const costs = await totalsOf(db, ids);
  const read = await countSources(db, ids);
  const verdicts = await verdictsOf(db, ids);
  const sold = await db
    .select({ ...getTableColumns(orders), isRefused: isRefusedForGood })
    .from(orders)
    .where(inArray(orders.podcastId, ids));
  const stuck = await db
    .select({ id: podcasts.id, since: lastSign })
    .from(podcasts)
    .where(and(inArray(podcasts.id, ids), isStuck));
  return rows.map((row) => {
    const order = sold.find(({ podcastId }) => podcastId === row.id) ?? null;
    const since = stuck.find(({ id }) => id === row.id)?.since ?? null;
    const isOpenToRetry = row.status === 'failed' || since !== null;
    return {
      ...presentPodcast(row),
      orderId: order?.publicId ?? null,
      stuckSince: iso(since),
      retry: isOpenToRetry ? offerFor(order) : null,
      research: row.researchedAt && {
        seconds: row.researchSeconds,
        ...(read.get(row.id) ?? { sources: 0, facts: 0 }),
        linesRewritten: row.linesRewritten,
        linesCut: row.linesCut,
        linesUnread: row.linesUnread,
      },
      verdicts: verdicts.get(row.id) ?? NO_VERDICTS,
      costs: costs.get(row.id) ?? null,
      feeCents:
        order?.paidAt && order.total > 0 ? feeOf(paymentFee, { count: 1, cents: order.total }) : 0,
      revenueCents: order?.paidAt && !order.refundedAt && !order.chargedBack ? order.total : 0,
    };
  });
}

type Found =
  | 'orderId'
  | 'stuckSince'
  | 'retry'
  | 'research'
  | 'verdicts'
  | 'costs'
  | 'feeCents'
  | 'revenueCents';

function presentPodcast(row: PodcastRow): Omit<AdminPodcast, Found> {
  return {
    publicId: row.publicId,
    title: row.title,
    topic: row.topic,
    duration: row.duration,
    voice1Name: row.voice1Name,
    voice2Name: row.voice2Name,
    email: row.email,
    status: statusOf(row),
    stage: row.stage,
    failure: row.failure,
    attempts: row.attempts,
    quality: row.quality,
    durationSeconds: row.durationSeconds,
    isSample: row.isSample,
    listenUrl: row.status === 'completed' ? `/listen?episode=${row.shareToken}` : null,
    createdAt: row.createdAt.toISOString(),
    completedAt: iso(row.completedAt),
  };
}
