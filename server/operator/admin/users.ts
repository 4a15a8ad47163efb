import { sql } from 'drizzle-orm';
import type { AdminUser } from '#shared/admin.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { users } from '../../base/db/tables.ts';
import { anyHolds, iso, newestFirst, type Page, pageOf } from './paging.ts';

/** Qualified: in a subquery a bare `id` would be the order's. */
const theirs = sql`orders.user_id = users.id and orders.paid_at is not null`;

/** A failed episode is always paid back: with money, a benefit or minutes. */
const paidBack = sql<AdminUser['paidBack']>`(select json_build_object('episodes', count(*),
    'spoken', coalesce(sum(podcasts.milliseconds_spoken), 0) / 1000.0,
    'played', coalesce(sum(played.seconds), 0))
  from podcasts left join orders on orders.podcast_id = podcasts.id
  left join listening_positions played on played.podcast_id = podcasts.id and played.user_id = users.id
  where podcasts.user_id = users.id and podcasts.milliseconds_spoken > 0
    and (podcasts.status = 'failed' or orders.status in ('refund_pending', 'refunded')))`;

/** Returns no credentials: no hash, token or Google id. */
export async function listUsers(db: Db, { q, ...asked }: Page & { q: string }) {
  const all = db
    .select({
      id: users.id,
      email: users.email,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      authProvider: users.authProvider,
      isAdmin: users.isAdmin,
      emailVerifiedAt: users.emailVerifiedAt,
      emailVerifiedBy: users.emailVerifiedBy,
      subscriptionStatus: users.subscriptionStatus,
      monthlyPodcastsGenerated: users.monthlyPodcastsGenerated,
      hasMadeFirstPurchase: users.hasMadeFirstPurchase,
      hasUsedFreePodcast: users.hasUsedFreePodcast,
      orders: sql<number>`(select count(*)::int from orders where ${theirs})`,
      spent: sql<number>`(select coalesce(sum(orders.total), 0)::int from orders
        where ${theirs} and orders.status <> 'refunded' and not orders.charged_back)`,
      paidBack,
      createdAt: users.createdAt,
    })
    .from(users)
    .$dynamic();
  const rows = await newestFirst(all, users.id, asked, anyHolds(q, users.email, users.username));
  const { page, nextCursor } = pageOf(rows, asked.limit, ({ id }) => id);
  return {
    users: page.map(({ emailVerifiedBy, ...row }) => ({
      ...row,
      // A verification that anybody could have triggered does not count.
      emailVerifiedAt: emailVerifiedBy && iso(row.emailVerifiedAt),
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor,
  };
}
