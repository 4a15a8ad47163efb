import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { podcasts } from '../../base/db/tables.ts';

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
