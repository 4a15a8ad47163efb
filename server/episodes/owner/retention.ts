import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';
import { untilNone } from '../log/untilNone.ts';

/** Counts from the end of the last episode that uses the clip; from its order if it failed. */
const KEPT_DAYS = 7;
/** Storage removes at most this many keys in one call. */
const BATCH = 1000;

/** Any instance may run it: removal is idempotent, and rows forget a key only afterwards. */
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
    having bool_and(podcasts.status not in ('processing', 'preview')
      and coalesce(podcasts.completed_at, podcasts.created_at)
          < now() - make_interval(days => ${KEPT_DAYS}))
    limit ${BATCH}`);
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
