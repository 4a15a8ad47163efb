import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { podcastLines, podcasts, previews } from '../../base/db/tables.ts';
import { type RemovalTools, removeOldParts } from '../log/parts.ts';
import { KEPT_HOURS } from '../previews/preview.ts';
import { isRemovable, removePreviews } from './anonymize.ts';
import { deleteStoredFiles, removeLeftovers } from './removeEpisode.ts';

/** Each removes one batch and resolves with the number removed. */
const BATCHES = {
  clips: removeOldClips,
  parts: removeOldParts,
  episodes: removeLeftovers,
  previews: removeExpired,
};

/**
 * Removes what nobody needs any more, until none is left or `signal` aborts. Any instance may run
 * it at any time. Resolves with the number removed.
 */
export async function tidy(
  tools: RemovalTools,
  what: keyof typeof BATCHES,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const removed = await BATCHES[what](tools);
    if (removed === 0) break;
    total += removed;
  }
  return total;
}

/** Counts from the end of the last episode that uses the clip; from its order if it failed. */
const CLIP_DAYS = 7;
/** Storage removes at most this many keys in one call. */
const CLIPS_AT_ONCE = 1000;

/** Removal is idempotent, and rows forget a key only afterwards. */
async function removeOldClips({ db, storage }: RemovalTools): Promise<number> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select line.clip_key as key
    from podcast_lines line join podcasts on podcasts.id = line.podcast_id
    where line.clip_key is not null
    group by line.clip_key
    having bool_and(podcasts.status not in ('processing', 'preview')
      and coalesce(podcasts.completed_at, podcasts.created_at)
          < now() - make_interval(days => ${CLIP_DAYS}))
    limit ${CLIPS_AT_ONCE}`);
  const keys = rows.map(({ key }) => key);
  if (!keys.length) return 0;
  await storage.remove(keys);
  // An episode that began meanwhile keeps the key: it buys the clip again under the same one.
  await db
    .update(podcastLines)
    .set({ clipKey: null })
    .from(podcasts)
    .where(
      and(
        inArray(podcastLines.clipKey, keys),
        eq(podcasts.id, podcastLines.podcastId),
        notInArray(podcasts.status, ['processing', 'preview']),
      ),
    );
  return keys.length;
}

const PREVIEWS_AT_ONCE = 50;

/** Keeps those that an order may still begin with. */
async function removeExpired({ db, storage }: RemovalTools): Promise<number> {
  const old = await db
    .select({ id: previews.id })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(
      and(
        sql`${previews.createdAt} < now() - make_interval(hours => ${KEPT_HOURS})`,
        isRemovable(db),
      ),
    )
    .orderBy(previews.createdAt)
    .limit(PREVIEWS_AT_ONCE);
  const ids = old.map(({ id }) => id);
  const rows = await db.transaction((tx) => removePreviews(tx, ids));
  await deleteStoredFiles(db, storage, rows);
  return rows.length;
}
