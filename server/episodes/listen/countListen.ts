import { sql } from 'drizzle-orm';
import type { Channel } from '#shared/channels.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { listens } from '../../base/db/tables.ts';

/** Days are UTC, by the clock of the database. */
export async function countListen(db: Db, channel: Channel): Promise<void> {
  const today = sql`(now() at time zone 'utc')::date`;
  await db
    .insert(listens)
    .values({ day: today, channel, count: 1 })
    .onConflictDoUpdate({
      target: [listens.day, listens.channel],
      set: { count: sql`${listens.count} + 1` },
    });
}
