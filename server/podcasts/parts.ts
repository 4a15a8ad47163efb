import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { PartList } from '#shared/parts.ts';
import type { Db } from '../db/open.ts';
import { podcastParts } from '../db/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { untilNone } from './batches.ts';

export type PartRow = typeof podcastParts.$inferSelect;

/** The parts of an episode that can be played during production, in order. */
export function partsOf(db: Db, podcastId: number): Promise<PartRow[]> {
  return db
    .select()
    .from(podcastParts)
    .where(eq(podcastParts.podcastId, podcastId))
    .orderBy(asc(podcastParts.number));
}

/** The list as a player reads it; its addresses hold the token of the request. */
export function presentParts(parts: PartRow[], token: string): PartList {
  return {
    version: '1.0.0',
    parts: parts.map(({ number, startMilliseconds, milliseconds }) => ({
      number,
      url: `/media/${token}/part-${number}.mp3`,
      startTime: startMilliseconds / 1000,
      duration: milliseconds / 1000,
    })),
  };
}

/** After this, players have long switched from the parts to the finished file. */
const KEPT_HOURS = 1;
const EPISODES_PER_BATCH = 50;

/**
 * Removes the parts of episodes that were finished a while ago, have failed or were deleted. Files go
 * before rows, so that the next run completes an interrupted one. Continues until none is left or
 * `signal` aborts. Resolves with the number removed.
 */
export function removeOldParts(
  db: Db,
  storage: Pick<Storage, 'remove'>,
  signal: AbortSignal,
): Promise<number> {
  return untilNone(() => removeBatch(db, storage), signal);
}

async function removeBatch(db: Db, storage: Pick<Storage, 'remove'>): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from podcasts
    where (status in ('failed', 'deleted')
      or (status = 'completed' and completed_at < now() - make_interval(hours => ${KEPT_HOURS})))
      and exists (select from podcast_parts where podcast_id = podcasts.id)
    limit ${EPISODES_PER_BATCH}`);
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return 0;
  const parts = await db
    .select({ key: podcastParts.audioKey })
    .from(podcastParts)
    .where(inArray(podcastParts.podcastId, ids));
  await storage.remove(parts.map(({ key }) => key));
  await db.delete(podcastParts).where(inArray(podcastParts.podcastId, ids));
  return parts.length;
}
