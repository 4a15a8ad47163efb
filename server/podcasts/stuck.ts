import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { podcasts } from '../db/tables.ts';

/**
 * An episode in production buys something every few seconds, and mixing and storing it take two
 * minutes at the worst: after this long without a purchase it needs a person's look.
 */
export const STUCK_AFTER_MINUTES = 15;

/**
 * When it was ordered, begun (or begun again), or something was last bought for it. Its id is named
 * in full: inside the subquery a bare `id` would be the purchase's.
 */
export const lastSign: SQL<Date> = sql`greatest(${podcasts.createdAt}, ${podcasts.startedAt},
  (select max(at) from expenses where expenses.podcast_id = podcasts.id))`.mapWith(
  podcasts.createdAt,
);

/** True of an episode that should be on its way and is not. */
export const isStuck = sql<boolean>`(${and(
  eq(podcasts.status, 'processing'),
  eq(podcasts.withheld, false),
  lt(lastSign, sql`now() - make_interval(mins => ${STUCK_AFTER_MINUTES})`),
)})`;
