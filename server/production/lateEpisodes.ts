import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import type { Db } from '../db/open.ts';
import { podcasts } from '../db/tables.ts';
import { log } from '../log.ts';

/** The longest episode is promised in 20 minutes; after this many something is wrong. */
export const LATE_AFTER_MINUTES = 40;

/** Until somebody takes it an episode waits since it was ordered, then since it was begun (or begun again). */
const since = sql`coalesce(${podcasts.startedAt}, ${podcasts.createdAt})`;

/**
 * Tells the operator when what somebody ordered waits or is worked on for too long. Demos of the
 * house may take their time. Any instance may look, as often as it likes.
 */
export async function warnOfLate({ db, alerts }: { db: Db; alerts: Pick<OperatorAlerts, 'late'> }) {
  const [late] = await db
    .select({
      episodes: count(),
      minutes: sql<number>`coalesce(floor(extract(epoch from now() - min(${since})) / 60), 0)::int`,
    })
    .from(podcasts)
    .where(
      and(
        eq(podcasts.status, 'processing'),
        eq(podcasts.withheld, false),
        ne(podcasts.email, ''),
        sql`${since} < now() - make_interval(mins => ${LATE_AFTER_MINUTES})`,
      ),
    );
  if (!late?.episodes) return;
  log.warn(late, 'episodes are late');
  await alerts.late(db, late);
}
