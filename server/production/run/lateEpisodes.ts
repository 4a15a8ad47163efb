import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcasts } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { OperatorAlerts } from '../../supply/availability/operatorAlerts.ts';

/** The longest episode is promised within 20 minutes; after this many something is wrong. */
export const LATE_AFTER_MINUTES = 40;

const since = sql`coalesce(${podcasts.startedAt}, ${podcasts.createdAt})`;

/** Demos may take longer. Safe to call from any instance at any time. */
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
