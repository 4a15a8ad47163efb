import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { podcastLines, podcasts } from '../db/tables.ts';
import type { Storage } from '../storage/storage.ts';
import { untilNone } from './batches.ts';

/**
 * A clip is kept this long after the last episode that uses it was finished. Of an episode that was
 * given up nobody knows when: there it counts from the order.
 */
const KEPT_DAYS = 7;
/** As many as storage takes at once. */
const BATCH = 1000;

/**
 * Removes the clips of single lines that no episode needs any more; the finished sound stays. Safe
 * from any instance: a clip that goes twice is gone, and the ledger forgets it only afterwards.
 * Goes on until none is left or `signal` says to stop. Resolves with the number removed.
 */
export function removeOldClips(
  db: Db,
  storage: Pick<Storage, 'remove'>,
  signal: AbortSignal,
): Promise<number> {
  return untilNone(() => removeBatch(db, storage), signal);
}

async function removeBatch(db: Db, storage: Pick<Storage, 'remove'>): Promise<number> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select line.clip_key as key
    from podcast_lines line join podcasts on podcasts.id = line.podcast_id
    where line.clip_key is not null
    group by line.clip_key
    having bool_and(podcasts.status <> 'processing'
      and coalesce(podcasts.completed_at, podcasts.created_at)
          < now() - make_interval(days => ${KEPT_DAYS}))
    limit ${BATCH}`);
  const keys = rows.map(({ key }) => key);
  if (!keys.length) return 0;
  await storage.remove(keys);
  // One that was begun meanwhile keeps the address: it buys the clip again under the same.
  await db
    .update(podcastLines)
    .set({ clipKey: null })
    .from(podcasts)
    .where(
      and(
        inArray(podcastLines.clipKey, keys),
        eq(podcasts.id, podcastLines.podcastId),
        ne(podcasts.status, 'processing'),
      ),
    );
  return keys.length;
}
