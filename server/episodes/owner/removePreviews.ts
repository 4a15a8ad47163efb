import { and, eq, inArray, isNotNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcasts, previews } from '../../base/db/tables.ts';
import { anonymize } from './anonymize.ts';

/** For how long an order that has expired may still be paid, hours. */
const PAYABLE_HOURS = 48;

export async function previewsOf(tx: DbOrTx, which: SQL): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: orders.previewId })
    .from(orders)
    .where(and(which, isNotNull(orders.previewId)));
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * Deletes these previews, but for those that an order may still begin with, and resolves with the ids
 * of their rows in `podcasts`, whose files are to be removed after the commit. What was brought for them
 * stays: it is the listener's. Lock order: orders and their episodes, then previews, then their rows.
 */
export async function removePreviews(tx: DbOrTx, ids: string[]): Promise<number[]> {
  if (!ids.length) return [];
  const these = inArray(previews.id, ids);
  // In a statement of its own, so that an order that was placed meanwhile is seen by the next one.
  await tx
    .select({ id: previews.id })
    .from(previews)
    .where(these)
    .orderBy(previews.id)
    .for('update');
  const found = await tx
    .select({ podcastId: podcasts.id })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(and(these, isRemovable(tx)));
  const rows = found.map(({ podcastId }) => podcastId);
  if (!rows.length) return [];
  await tx
    .update(previews)
    .set({ contentHash: null, plans: {} })
    .where(inArray(previews.podcastId, rows));
  await tx.update(podcasts).set({ sources: [] }).where(inArray(podcasts.id, rows));
  await anonymize(tx, rows);
  return rows;
}

/** True of a preview that is there and that no order can begin with; joined with its row. */
export function isRemovable(tx: DbOrTx) {
  const isRecent = sql`${orders.createdAt} > now() - make_interval(hours => ${PAYABLE_HOURS})`;
  const payable = tx
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.previewId, previews.id),
        // Without an account nothing is made for a payment.
        sql`${orders.email} <> ''`,
        or(eq(orders.status, 'open'), and(eq(orders.status, 'expired'), isRecent)),
      ),
    );
  const episode = alias(podcasts, 'episode');
  // Paid while the preview was being worked on, it begins with it as soon as it can.
  const waiting = tx
    .select({ one: sql`1` })
    .from(episode)
    .where(
      and(
        eq(episode.previewId, previews.id),
        eq(episode.status, 'processing'),
        eq(episode.linesWritten, 0),
      ),
    );
  return and(eq(podcasts.status, 'preview'), notExists(payable), notExists(waiting));
}
