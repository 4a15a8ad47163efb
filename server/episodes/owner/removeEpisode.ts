import { and, eq, inArray, isNotNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Problem } from '#shared/problem.ts';
import { hasDebt } from '../../base/db/debts.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcastLines, podcastParts, podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { log } from '../../base/kit/log.ts';
import { isOwnersOpen, notFound } from '../listen/episodeAccess.ts';
import { type RemovalTools, unsharedParts } from '../log/parts.ts';
import { storedKeys } from '../log/storedSound.ts';
import { anonymize, previewsOf, removePreviews } from './anonymize.ts';

const BATCH = 50;

/**
 * Also deletes the preview that it began with. Files are removed after the commit; if that fails,
 * `removeLeftovers` does it later. Throws `Problem('not_found')`, and `'conflict'` with the reason.
 */
export async function removeEpisode(
  { db, storage }: RemovalTools,
  owner: User,
  publicId: string,
): Promise<void> {
  const ids = await db.transaction(async (tx) => {
    const mine = isOwnersOpen(owner, publicId);
    const [found] = await tx.select({ id: podcasts.id }).from(podcasts).where(mine);
    if (!found) throw notFound();
    await lockEpisodes(tx, [found.id]);
    const [gone] = await tx.select({ id: podcasts.id }).from(podcasts).where(mine);
    if (!gone) throw notFound();
    const reason = await blockingReason(tx, [found.id]);
    if (reason) throw new Problem('conflict', notYet[reason]);
    await anonymize(tx, [found.id]);
    const previewIds = await removePreviews(
      tx,
      await previewsOf(tx, eq(orders.podcastId, found.id)),
    );
    await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, owner.id));
    return [found.id, ...previewIds];
  });
  await deleteStoredFiles(db, storage, ids);
}

const notYet = {
  making: 'This episode is being made. You can delete it once it’s finished.',
  debt: 'What it cost is being returned right now. Try again in a minute.',
};

/** Locks the episodes and their orders. Lock order: orders, then episodes. */
export async function lockEpisodes(tx: DbOrTx, ids: number[]): Promise<void> {
  if (!ids.length) return;
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.podcastId, ids))
    .orderBy(orders.id)
    .for('update');
  await tx
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(inArray(podcasts.id, ids))
    .orderBy(podcasts.id)
    .for('update');
}

export async function blockingReason(
  tx: DbOrTx,
  ids: number[],
): Promise<keyof typeof notYet | null> {
  const isInProduction = and(eq(podcasts.status, 'processing'), eq(podcasts.withheld, false));
  if (await tx.$count(podcasts, and(inArray(podcasts.id, ids), isInProduction))) return 'making';
  return (await hasDebt(tx, ids)) ? 'debt' : null;
}

/** If it fails, `removeLeftovers` removes the files later. */
export async function deleteStoredFiles(
  db: Db,
  storage: RemovalTools['storage'],
  ids: number[],
): Promise<void> {
  await removeStored({ db, storage }, ids).catch((error) => {
    log.warn(
      { err: error, podcasts: ids },
      'could not remove the files of deleted episodes; will try again',
    );
  });
}

/** A batch, which includes files stored during the deletion. */
export async function removeLeftovers({ db, storage }: RemovalTools): Promise<number> {
  const rows = await db
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(and(eq(podcasts.status, 'deleted'), isNotNull(podcasts.audioKey)))
    .orderBy(podcasts.id)
    .limit(BATCH);
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return 0;
  await removeStored({ db, storage }, ids);
  await db.transaction(async (tx) => {
    await tx.delete(podcastLines).where(inArray(podcastLines.podcastId, ids));
    await tx.delete(podcastParts).where(inArray(podcastParts.podcastId, ids));
    await tx
      .update(podcasts)
      .set({ audioKey: null, audioBytes: null, streamBytes: null })
      .where(inArray(podcasts.id, ids));
  });
  return ids.length;
}

async function removeStored({ db, storage }: RemovalTools, ids: number[]): Promise<void> {
  if (!ids.length) return;
  const these = inArray(podcasts.id, ids);
  const episodes = await db
    .select({ publicId: podcasts.publicId, audioKey: podcasts.audioKey })
    .from(podcasts)
    .where(and(these, eq(podcasts.status, 'deleted')));
  const keys = new Set([
    ...episodes.flatMap(({ publicId, audioKey }) => [
      ...(audioKey ? [audioKey] : []),
      ...Object.values(storedKeys(publicId)),
    ]),
    ...(await unsharedParts(db, ids)),
    ...(await unsharedClips(db, ids)),
  ]);
  if (keys.size) await storage.remove([...keys]);
}

/** Leaves out clips that another episode uses: the same words in the same voice share one. */
async function unsharedClips(db: Db, ids: number[]): Promise<string[]> {
  const other = alias(podcastLines, 'other');
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .innerJoin(podcasts, eq(podcasts.id, other.podcastId))
    .where(and(eq(other.clipKey, podcastLines.clipKey), ne(podcasts.status, 'deleted')));
  const rows = await db
    .selectDistinct({ key: podcastLines.clipKey })
    .from(podcastLines)
    .where(
      and(inArray(podcastLines.podcastId, ids), isNotNull(podcastLines.clipKey), notExists(others)),
    );
  return rows.flatMap(({ key }) => (key ? [key] : []));
}
