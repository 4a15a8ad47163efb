import { and, asc, eq, exists, inArray, not, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PartList } from '#shared/parts.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastParts, podcasts } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';

export type PartRow = typeof podcastParts.$inferSelect;

export function partsOf(db: Db, podcastId: number): Promise<PartRow[]> {
  return db
    .select()
    .from(podcastParts)
    .where(eq(podcastParts.podcastId, podcastId))
    .orderBy(asc(podcastParts.number));
}

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

/** By then, players have long switched from the parts to the finished file. */
const KEPT_HOURS = 1;
const EPISODES_PER_BATCH = 50;

/** True of an episode whose parts nobody plays any more. */
const isOver = sql`(${podcasts.status} in ('failed', 'deleted') or (${podcasts.status} = 'completed'
  and ${podcasts.completedAt} < now() - make_interval(hours => ${KEPT_HOURS})))`;

/** Leaves out files that other episodes play: all that begin with one preview share its parts. */
export async function unsharedParts(db: Db, podcastIds: number[]): Promise<string[]> {
  const other = alias(podcastParts, 'other');
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .innerJoin(podcasts, eq(podcasts.id, other.podcastId))
    .where(and(eq(other.audioKey, podcastParts.audioKey), not(isOver)));
  const rows = await db
    .selectDistinct({ key: podcastParts.audioKey })
    .from(podcastParts)
    .where(and(inArray(podcastParts.podcastId, podcastIds), notExists(others)));
  return rows.map(({ key }) => key);
}

export interface RemovalTools {
  db: Db;
  storage: Pick<Storage, 'remove'>;
}

/** A batch. Files go before rows, so that the next run completes an interrupted one. */
export async function removeOldParts({ db, storage }: RemovalTools): Promise<number> {
  const parts = db
    .select({ one: sql`1` })
    .from(podcastParts)
    .where(eq(podcastParts.podcastId, podcasts.id));
  const rows = await db
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(and(isOver, exists(parts)))
    .limit(EPISODES_PER_BATCH);
  const ids = rows.map(({ id }) => id);
  return ids.length ? removeParts({ db, storage }, ids) : 0;
}

/** Call it for episodes that nobody plays any more. Resolves with the number removed. */
export async function removeParts({ db, storage }: RemovalTools, ids: number[]): Promise<number> {
  const keys = await unsharedParts(db, ids);
  if (keys.length) await storage.remove(keys);
  const removed = await db
    .delete(podcastParts)
    .where(inArray(podcastParts.podcastId, ids))
    .returning({ number: podcastParts.number });
  return removed.length;
}
