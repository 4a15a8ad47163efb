import { and, eq } from 'drizzle-orm';
import type { AdminPodcast } from '#shared/admin.ts';
import { Problem } from '#shared/problem.ts';
import { hasDebt } from '../../base/db/debts.ts';
import { orders, podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { statusOf } from '../../episodes/log/lease.ts';
import { isStuck, restart } from '../../episodes/log/restart.ts';
import { lockEpisodes } from '../../episodes/owner/removeEpisode.ts';
import { isRefusedForGood, keepPrice } from '../../orders/refund.ts';
import type { Queue } from '../../production/run/episodeQueue.ts';
import { findPodcast } from './adminPodcasts.ts';
import { record } from './audit.ts';
import { isEpisode } from './isEpisode.ts';
import type { Books } from './paymentFee.ts';
import { isGivenBack, type Money } from './retriable.ts';

export type Requeue = Pick<Queue, 'restart'>;

/**
 * Reuses what was bought. If the payment or benefits were returned it is a gift, which the admin
 * must confirm. The second of two concurrent requests is refused. Throws `Problem('not_found')`,
 * and `Problem('conflict')` with the reason.
 */
export async function retryPodcast(
  admin: Books & { queue: Requeue },
  actor: User,
  publicId: string,
  isGift: boolean,
): Promise<AdminPodcast> {
  const { db, queue } = admin;
  await db.transaction(async (tx) => {
    const which = and(eq(podcasts.publicId, publicId), isEpisode);
    const [known] = await tx.select({ id: podcasts.id }).from(podcasts).where(which);
    if (!known) throw new Problem('not_found', 'There is no such episode');
    const { id } = known;
    await lockEpisodes(tx, [id]);
    const [found] = await tx
      .select({ podcast: podcasts, isStuck, order: orders, isRefused: isRefusedForGood })
      .from(podcasts)
      .leftJoin(orders, eq(orders.podcastId, podcasts.id))
      .where(eq(podcasts.id, id));
    if (!found) throw new Error('a locked episode disappeared');
    const { podcast, isRefused } = found;
    const order = found.order && { ...found.order, isRefused };
    const reason =
      whyNotMade(statusOf(podcast), found.isStuck) ??
      whyNotPaid(order, await hasDebt(tx, [id]), isGift);
    if (reason) throw new Problem('conflict', reason);
    if (order?.isRefused) await keepPrice(tx, order.id);
    await restart(tx, id, { isGift });
    await queue.restart(tx, id);
    await record(tx, {
      actor,
      action: isGift ? 'episode made as a gift' : 'episode tried again',
      target: `podcast:${publicId}`,
      detail: { title: podcast.title, was: podcast.failure ?? 'stuck' },
    });
  });
  return findPodcast(admin, publicId);
}

function whyNotMade(status: AdminPodcast['status'], stuck: boolean): string | null {
  if (status === 'deleted') return 'This episode was deleted';
  if (status === 'completed') return 'This episode is finished';
  return status === 'failed' || stuck ? null : 'This episode is being made';
}

function whyNotPaid(money: Money | null, hasDebt: boolean, isGift: boolean): string | null {
  if (money?.chargedBack) return 'The buyer’s bank has taken the money back';
  if (money?.status === 'refund_pending' && !money.isRefused) {
    return 'The money is on its way back. Once it has arrived, the episode can be made as a gift.';
  }
  if (hasDebt) return 'What it cost is being returned right now. Try again in a minute.';
  const isFree = isGivenBack(money);
  if (isFree && !isGift) return 'What it cost was returned: it can only be made as a gift';
  return isGift && !isFree ? 'It’s paid for, so it can’t be a gift' : null;
}
