import { and, eq } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import { hasDebt } from '../../base/db/debts.ts';
import { podcasts } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { statusOf } from '../../episodes/log/lease.ts';
import { restart } from '../../episodes/log/restart.ts';
import { lockEpisodes } from '../../episodes/owner/removeEpisode.ts';
import { keepPrice } from '../../orders/refund.ts';
import type { Admin } from './admin.ts';
import { type Found, findPodcast, retryOf, withOrder } from './adminPodcasts.ts';
import { isEpisode } from './adminSources.ts';
import { record } from './audit.ts';

/**
 * Reuses what was bought. If the payment or benefits were returned it is a gift, which the admin
 * must confirm. The second of two concurrent requests is refused. Throws `Problem('not_found')`,
 * and `Problem('conflict')` with the reason.
 */
export async function retryPodcast(
  admin: Pick<Admin, 'db' | 'queue' | 'paymentFee'>,
  actor: User,
  publicId: string,
  isGift: boolean,
) {
  const { db, queue } = admin;
  await db.transaction(async (tx) => {
    const which = and(eq(podcasts.publicId, publicId), isEpisode);
    const [known] = await tx.select({ id: podcasts.id }).from(podcasts).where(which);
    if (!known) throw new Problem('not_found', 'There is no such episode');
    const { id } = known;
    await lockEpisodes(tx, [id]);
    const [found] = await withOrder(tx).where(eq(podcasts.id, id));
    if (!found) throw new Error('a locked episode disappeared');
    const { podcast, order, isRefused } = found;
    const reason = whyNot(found, await hasDebt(tx, [id]), isGift);
    if (reason) throw new Problem('conflict', reason);
    if (order && isRefused) await keepPrice(tx, order.id);
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

function whyNot({ podcast, order, ...found }: Found, hasDebt: boolean, isGift: boolean) {
  const status = statusOf(podcast);
  if (status === 'deleted') return 'This episode was deleted';
  if (status === 'completed') return 'This episode is finished';
  if (status === 'processing' && !found.isStuck) return 'This episode is being made';
  if (order?.chargedBack) return 'The buyer’s bank has taken the money back';
  const retry = retryOf(order, found.isRefused);
  if (!retry) {
    return 'The money is on its way back. Once it has arrived, the episode can be made as a gift.';
  }
  if (hasDebt) return 'What it cost is being returned right now. Try again in a minute.';
  if (retry === 'gift' && !isGift)
    return 'What it cost was returned: it can only be made as a gift';
  return retry === 'again' && isGift ? 'It’s paid for, so it can’t be a gift' : null;
}
