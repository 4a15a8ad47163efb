import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../base/db/openDatabase.ts';
import { podcasts, previews } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';
import { untilNone } from '../log/untilNone.ts';
import { deleteStoredFiles } from '../owner/removeEpisode.ts';
import { isRemovable, removePreviews } from '../owner/removePreviews.ts';
import { KEPT_HOURS } from './preview.ts';

const BATCH = 50;

/** Keeps those that an order may still begin with. Any instance may run it at any time. */
export function removeExpired(
  db: Db,
  files: Pick<Storage, 'remove'>,
  signal: AbortSignal,
): Promise<number> {
  return untilNone(() => removeBatch(db, files), signal);
}

async function removeBatch(db: Db, files: Pick<Storage, 'remove'>): Promise<number> {
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
    .limit(BATCH);
  const ids = old.map(({ id }) => id);
  const rows = await db.transaction((tx) => removePreviews(tx, ids));
  await deleteStoredFiles(db, files, rows);
  return rows.length;
}
