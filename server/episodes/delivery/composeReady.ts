import { asc, eq } from 'drizzle-orm';
import { followUpPath } from '#shared/reorderLink.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { orders, podcastLines } from '../../base/db/tables.ts';
import type { EmailText } from '../../mail/email/layout.ts';
import { readyEmail } from '../../mail/email/templates/readyEmail.ts';
import { presentSource } from '../listen/presentSources.ts';
import { chaptersOf } from '../log/chapters.ts';
import { sourcesOf } from '../log/episodeSources.ts';
import type { PodcastRow } from '../log/lease.ts';

export interface SenderDetails {
  publicUrl: string;
  supportEmail: string;
  demoWriter?: boolean;
}

/** Null while the episode is unfinished. */
export async function composeReady(
  tx: DbOrTx,
  podcast: PodcastRow,
  { publicUrl, supportEmail, demoWriter = false }: SenderDetails,
): Promise<EmailText | null> {
  const { id, outline, durationSeconds, emailToken } = podcast;
  if (podcast.status !== 'completed' || !outline || durationSeconds === null) return null;
  const [order] = await tx
    .select({ publicId: orders.publicId })
    .from(orders)
    .where(eq(orders.podcastId, id));
  const lines = await tx
    .select({ section: podcastLines.section, startMilliseconds: podcastLines.startMilliseconds })
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, id))
    .orderBy(asc(podcastLines.position));
  const read = (await sourcesOf(tx, [id])).get(id) ?? [];
  return readyEmail({
    title: podcast.title,
    hosts: [podcast.voice1Name, podcast.voice2Name],
    boughtMinutes: podcast.duration,
    durationSeconds,
    listenUrl: `${publicUrl}/listen?episode=${emailToken}`,
    coverUrl: `${publicUrl}/media/${emailToken}/cover.jpg`,
    waveUrl: `${publicUrl}/media/${emailToken}/wave.png`,
    chapters: chaptersOf(outline, lines, durationSeconds * 1000).map((chapter) => ({
      title: chapter.title,
      startSeconds: chapter.startMilliseconds / 1000,
    })),
    // Never what is private, not even if others may see it now: an email cannot be taken back.
    sources: read.map((source) => {
      const shown = presentSource(source, false);
      return shown.isPrivate ? { ...shown, title: 'A document you brought' } : shown;
    }),
    followUps: (podcast.recap?.followUps ?? []).map((question) => ({
      question,
      url: `${publicUrl}${followUpPath(question, podcast, 'email')}`,
    })),
    amountPaid: podcast.amountPaid,
    discountAmount: podcast.discountAmount,
    discountCode: podcast.discountCode,
    receiptUrl: order ? `${publicUrl}/dashboard?receipt=${order.publicId}` : null,
    demoWriter,
    publicUrl,
    supportEmail,
  });
}
