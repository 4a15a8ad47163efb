import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminPodcast, podcastSearch } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcastFacts, podcastSources, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { statusOf } from '../../episodes/log/lease.ts';
import { isStuck, lastSign } from '../../episodes/log/restart.ts';
import { isRefusedForGood } from '../../orders/refund.ts';
import { totalsOf } from '../../supply/costs/totals.ts';
import { type Books, feeOf } from './admin.ts';
import { isEpisode } from './adminSources.ts';
import { record } from './audit.ts';
import { iso, newestFirst, type Page, pageOf } from './paging.ts';

/** With at most 20 notes: a link that is passed around may bring many. */
const said = sql<AdminPodcast['verdicts']>`(select json_build_object(
    'yes', count(*) filter (where is_right), 'no', count(*) filter (where not is_right),
    'notes', coalesce((select json_agg(json_build_object('text', note,
        'saidAt', to_char(said_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      from (select * from verdicts where podcast_id = podcasts.id and note is not null
        order by id desc limit 20) as noted), '[]'))
  from verdicts where podcast_id = podcasts.id)`;

/** Episodes with their orders. */
export const withOrder = (db: DbOrTx) =>
  db
    .select({
      podcast: podcasts,
      isStuck,
      lastSign,
      sources: db.$count(podcastSources, eq(podcastSources.podcastId, podcasts.id)),
      facts: db.$count(podcastFacts, eq(podcastFacts.podcastId, podcasts.id)),
      verdicts: said,
      order: orders,
      isRefused: isRefusedForGood,
    })
    .from(podcasts)
    .leftJoin(orders, eq(orders.podcastId, podcasts.id));
export type Found = Awaited<ReturnType<typeof withOrder>>[number];

export async function listPodcasts(
  admin: Books,
  { status, flagged, stuck, ...asked }: Page & z.output<typeof podcastSearch>,
) {
  const filter = and(
    isEpisode,
    status ? eq(podcasts.status, status) : undefined,
    flagged ? sql`jsonb_array_length(${podcasts.quality} -> 'flags') > 0` : undefined,
    stuck ? isStuck : undefined,
  );
  const rows = await newestFirst(withOrder(admin.db).$dynamic(), podcasts.id, asked, filter);
  const { page, nextCursor } = pageOf(rows, asked.limit, ({ podcast }) => podcast.id);
  return { podcasts: await presentPodcasts(admin, page), nextCursor };
}

/**
 * Throws `Problem('not_found')`, and `Problem('conflict')` if an unfinished one is to be a demo.
 */
export async function setSample(admin: Books, actor: User, publicId: string, isSample: boolean) {
  await admin.db.transaction(async (tx) => {
    const which = eq(podcasts.publicId, publicId);
    const [found] = await tx.select().from(podcasts).where(which).for('update');
    if (!found) throw new Problem('not_found', 'There is no such episode');
    if (found.isSample === isSample) return;
    // A demo may be removed in any state.
    if (isSample && found.status !== 'completed') {
      throw new Problem('conflict', 'Only a finished episode can be a demo');
    }
    await tx.update(podcasts).set({ isSample }).where(which);
    await record(tx, {
      actor,
      action: isSample ? 'episode featured' : 'episode no longer featured',
      target: `podcast:${publicId}`,
      detail: { title: found.title },
    });
  });
  return findPodcast(admin, publicId);
}

/** Throws `Problem('not_found')`. */
export async function findPodcast(admin: Books, publicId: string) {
  const which = and(eq(podcasts.publicId, publicId), isEpisode);
  const rows = await withOrder(admin.db).where(which);
  const [podcast] = await presentPodcasts(admin, rows);
  if (!podcast) throw new Problem('not_found', 'There is no such episode');
  return { podcast };
}

export async function presentPodcasts(books: Books, rows: Found[]): Promise<AdminPodcast[]> {
  const costs = await totalsOf(
    books.db,
    rows.map(({ podcast }) => podcast.id),
  );
  return rows.map(({ podcast: row, order, ...found }) => {
    const cents = order?.paidAt ? order.total : 0;
    return {
      publicId: row.publicId,
      orderId: order?.publicId ?? null,
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
      stuckSince: found.isStuck ? iso(found.lastSign) : null,
      retry: row.status === 'failed' || found.isStuck ? retryOf(order, found.isRefused) : null,
      quality: row.quality,
      research: row.researchedAt && {
        seconds: row.researchSeconds,
        sources: found.sources,
        facts: found.facts,
        linesRewritten: row.linesRewritten,
        linesCut: row.linesCut,
        linesUnread: row.linesUnread,
      },
      verdicts: found.verdicts,
      costs: costs.get(row.id) ?? null,
      feeCents: cents > 0 ? feeOf(books, { count: 1, cents }) : 0,
      revenueCents: order?.refundedAt || order?.chargedBack ? 0 : cents,
      durationSeconds: row.durationSeconds,
      isSample: row.isSample,
      listenUrl: row.status === 'completed' ? `/listen?episode=${row.shareToken}` : null,
      createdAt: row.createdAt.toISOString(),
      completedAt: iso(row.completedAt),
    };
  });
}

/**
 * Null while money is in motion, and after a chargeback. `gift` if the buyer was refunded or,
 * without a payment, has got the bonus or discount use back. If Paddle refuses the refund for good
 * (`isRefused`), the buyer may get the episode instead.
 */
export function retryOf(order: Found['order'], isRefused: boolean): AdminPodcast['retry'] {
  if (!order) return 'again';
  const { status, total, chargedBack, benefitsReturnedAt } = order;
  if (chargedBack || (status === 'refund_pending' && !isRefused)) return null;
  const isGivenBack = total > 0 ? status === 'refunded' : benefitsReturnedAt !== null;
  return isGivenBack ? 'gift' : 'again';
}
