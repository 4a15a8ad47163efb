import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { promiseChargedBack } from '../../base/db/debts.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import {
  emails,
  listeningPositions,
  orders,
  podcastLines,
  podcastSources,
  podcasts,
  previews,
  verdicts,
} from '../../base/db/tables.ts';
import { removeUnused } from '../sources/sources.ts';

/** The keys of stored files (`audioKey`, clips, parts) stay until the files are removed. */
export async function anonymize(tx: DbOrTx, ids: number[]): Promise<void> {
  if (!ids.length) return;
  await promiseChargedBack(tx, ids);
  const attached = await tx
    .select({ sources: podcasts.sources })
    .from(podcasts)
    .where(inArray(podcasts.id, ids));
  await tx
    .update(podcasts)
    .set({
      status: 'deleted',
      lease: sql`${podcasts.lease} + 1`,
      title: '',
      topic: '',
      email: '',
      brief: null,
      sources: [],
      pagesFound: null,
      plan: null,
      outline: null,
      answers: null,
      recap: null,
      summary: null,
      wave: null,
      failure: null,
      isSample: false,
      audioUrl: null,
      // A failed episode's sound may have come as far as the bucket, too.
      audioKey: sql`coalesce(${podcasts.audioKey}, 'episodes/' || ${podcasts.publicId} || '/episode.mp3')`,
    })
    .where(inArray(podcasts.id, ids));
  await tx
    .update(podcastLines)
    .set({ text: '', sum: null, sourceWords: null })
    .where(inArray(podcastLines.podcastId, ids));
  await tx.delete(podcastSources).where(inArray(podcastSources.podcastId, ids));
  await tx.delete(listeningPositions).where(inArray(listeningPositions.podcastId, ids));
  await tx.delete(verdicts).where(inArray(verdicts.podcastId, ids));
  await tx
    .update(orders)
    .set({ topic: '', brief: null, sources: [] })
    .where(inArray(orders.podcastId, ids));
  await removeUnused(tx, [...new Set(attached.flatMap(({ sources }) => sources))]);
  // An unsent email's link would be dead.
  const about = ids.map((id) => `podcast:${id}`);
  await tx.delete(emails).where(and(inArray(emails.about, about), isNull(emails.sentAt)));
}

/** An expired order may still be paid this long after it was placed. */
const PAYABLE_HOURS = 48;

export async function previewsOf(tx: DbOrTx, which: SQL): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: orders.previewId })
    .from(orders)
    .where(and(which, isNotNull(orders.previewId)));
  return rows.flatMap(({ id }) => id ?? []);
}

/**
 * Resolves with the ids of their rows in `podcasts`: the caller removes their files after the
 * commit. Attachments stay: they are the listener's. Lock order: orders and their episodes, then
 * previews, then their rows.
 */
export async function removePreviews(tx: DbOrTx, ids: string[]): Promise<number[]> {
  if (!ids.length) return [];
  const these = inArray(previews.id, ids);
  // A statement of its own, so that the next one sees an order placed meanwhile.
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

/** True of a preview that no order can begin with. The query must join its row in `podcasts`. */
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
  // An order paid while the preview was being worked on begins with it as soon as it can.
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
