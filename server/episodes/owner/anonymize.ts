import { and, inArray, isNull, sql } from 'drizzle-orm';
import { promiseChargedBack } from '../../base/db/debts.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, listeningPositions, orders, podcastLines, podcasts, podcastSources, verdicts } from '../../base/db/tables.ts';
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
