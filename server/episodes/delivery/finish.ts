import { and, eq, isNull, like, ne, sql } from 'drizzle-orm';
import type { EpisodeWave } from '#shared/episode.ts';
import type { QualityCard } from '#shared/quality.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import type { Outline } from '#shared/script.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { emails, podcasts, users } from '../../base/db/tables.ts';
import { failedEmail } from '../../mail/email/templates/order.ts';
import { endLinks } from '../listen/episodeAccess.ts';
import { type LeasedEpisode, type PodcastRow, updateUnderLease } from '../log/lease.ts';
import { composeReady, type EmailTools } from './readyEmail.ts';

interface Finished {
  outline: Outline;
  /** Measured on the finished file. */
  seconds: number;
  wave: EpisodeWave | null;
  quality: QualityCard;
  audioKey: string;
  audioBytes: number;
  streamBytes: number;
}

/* Each end is one transaction, which also writes its email to the transactional outbox. */

export async function completeEpisode(
  tools: EmailTools,
  work: LeasedEpisode,
  { outline, seconds, ...measured }: Finished,
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    // The row as it is now: address and link may have changed during production.
    const row = await updateUnderLease(tx, work, {
      status: 'completed',
      stage: 'emailing',
      title: outline.title,
      summary: outline.summary,
      audioUrl: `/media/${work.podcast.publicId}/episode.mp3`,
      durationSeconds: seconds,
      ...measured,
      completedAt: sql`now()`,
    });
    if (row.userId) await countEpisode(tx, row.userId);
    if (isDemo(row)) return;
    const message = await composeReady(tx, row, tools);
    if (!message) throw new Error(`podcast ${row.id} was completed without an outline`);
    const about = `podcast:${row.id}`;
    await tools.outbox.post(tx, { about, kind: 'ready', to: row.email, message });
  });
}

/** `reason` is shown to the buyer, without a provider's name. */
export async function failEpisode(
  tools: EmailTools,
  work: LeasedEpisode,
  reason: string,
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const row = await updateUnderLease(tx, work, { status: 'failed', failure: reason });
    await announceFailure(tools, tx, row, reason);
  });
}

/** Ends the worker's lease. Does nothing for a withheld episode: the bank has the money. */
export async function giveUpEpisode(
  tools: EmailTools,
  podcastId: number,
  reason: string,
): Promise<void> {
  await tools.db.transaction(async (tx) => {
    const [podcast] = await tx
      .update(podcasts)
      .set({ status: 'failed', failure: reason, lease: sql`${podcasts.lease} + 1` })
      .where(
        and(
          eq(podcasts.id, podcastId),
          eq(podcasts.status, 'processing'),
          eq(podcasts.withheld, false),
        ),
      )
      .returning();
    if (podcast) await announceFailure(tools, tx, podcast, reason);
  });
}

async function announceFailure(
  { outbox, publicUrl, supportEmail }: EmailTools,
  tx: DbOrTx,
  podcast: PodcastRow,
  reason: string,
): Promise<void> {
  if (isDemo(podcast)) return;
  const { topic, amountPaid, discountAmount, discountCode } = podcast;
  const createUrl = publicUrl + reorderPath(podcast, { unused: benefitsOf(podcast) });
  const paid = { boughtMinutes: podcast.duration, amountPaid, discountAmount, discountCode };
  await outbox.post(tx, {
    about: `podcast:${podcast.id}`,
    kind: 'failed',
    to: podcast.email,
    message: failedEmail({ topic, reason, ...paid, createUrl, publicUrl, supportEmail }),
  });
}

/** The first demos have no buyer, and nobody is emailed once the account was deleted. */
function isDemo({ email }: PodcastRow): boolean {
  return email === '';
}

/** The row does not name a bonus: it is free without a code. */
function benefitsOf({ discountCode, discountAmount, amountPaid }: PodcastRow) {
  return { discountCode, isBonus: !discountCode && discountAmount > 0 && amountPaid === 0 };
}

async function countEpisode(tx: DbOrTx, userId: number): Promise<void> {
  await tx
    .update(users)
    .set({
      monthlyPodcastsGenerated: sql`case when ${users.monthlyResetDate} <= now() then 1
        else ${users.monthlyPodcastsGenerated} + 1 end`,
      monthlyResetDate: sql`case when ${users.monthlyResetDate} <= now()
        then date_trunc('month', now()) + interval '1 month' else ${users.monthlyResetDate} end`,
    })
    .where(eq(users.id, userId));
}

/** Nobody can play the episode, its worker loses the lease, and no other acquires it. */
export async function withhold(tx: DbOrTx, podcastId: number | null): Promise<void> {
  if (podcastId === null) return;
  await tx
    .update(podcasts)
    .set({ withheld: true, lease: sql`${podcasts.lease} + 1` })
    .where(eq(podcasts.id, podcastId));
  await endLinks(tx, podcastId);
  await tx
    .delete(emails)
    .where(
      and(
        eq(emails.about, `podcast:${podcastId}`),
        like(emails.kind, 'ready%'),
        isNull(emails.sentAt),
      ),
    );
}

/** Production goes on (`production/run/episodeQueue.ts`), or the unsent email is sent. */
export async function release(
  tools: EmailTools,
  tx: DbOrTx,
  podcastId: number | null,
): Promise<void> {
  if (podcastId === null) return;
  const [podcast] = await tx
    .update(podcasts)
    .set({ withheld: false })
    .where(and(eq(podcasts.id, podcastId), ne(podcasts.status, 'deleted')))
    .returning();
  const message = podcast && (await composeReady(tx, podcast, tools));
  if (!message) return;
  const about = `podcast:${podcastId}`;
  await tools.outbox.post(tx, { about, kind: 'ready', to: podcast.email, message });
}
