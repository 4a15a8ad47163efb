import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { PartList } from '#shared/parts.ts';
import type { Db } from '../db/open.ts';
import { podcastParts } from '../db/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { untilNone } from './batches.ts';

export type PartRow = typeof podcastParts.$inferSelect;

/** What can be heard of an episode while it is being made, in order. */
export function partsOf(db: Db, podcastId: number): Promise<PartRow[]> {
  return db
    .select()
    .from(podcastParts)
    .where(eq(podcastParts.podcastId, podcastId))
    .orderBy(asc(podcastParts.number));
}

/** The list as a player reads it; addresses hold the token that it was asked by. */
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

/** After this a player that was inside a part has long gone over into the finished file. */
const KEPT_HOURS = 1;
const EPISODES_AT_ONCE = 50;

/**
 * Removes the parts of episodes that were finished a while ago, given up or deleted. Rows go last: a
 * crash between the two is made good by the next run. Goes on until none is left or `signal` says to
 * stop. Resolves with the number removed.
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
    limit ${EPISODES_AT_ONCE}`);
  const over = rows.map(({ id }) => id);
  if (!over.length) return 0;
  const parts = await db
    .select({ key: podcastParts.audioKey })
    .from(podcastParts)
    .where(inArray(podcastParts.podcastId, over));
  await storage.remove(parts.map(({ key }) => key));
  await db.delete(podcastParts).where(inArray(podcastParts.podcastId, over));
  return parts.length;
}
