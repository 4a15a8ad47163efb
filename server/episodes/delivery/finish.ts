import { and, eq, sql } from 'drizzle-orm';
import type { EpisodeWave } from '#shared/episode.ts';
import type { QualityCard } from '#shared/quality.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import type { Outline } from '#shared/script.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import { failedEmail } from '../../mail/email/templates/order.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';
import { type LeasedEpisode, type Patch, type PodcastRow, updateUnderLease } from '../log/lease.ts';
import { composeReady, type SenderDetails } from './readyEmail.ts';

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

export type Finish = ReturnType<typeof openFinish>;

/** Each end is one transaction, which also writes its email to the transactional outbox. */
export function openFinish(tools: SenderDetails & { db: Db; outbox: Outbox }) {
  const { db, outbox, publicUrl, supportEmail } = tools;

  async function enqueueFailure(tx: DbOrTx, podcast: PodcastRow, reason: string): Promise<void> {
    if (isDemo(podcast)) return;
    await outbox.post(tx, {
      about: `podcast:${podcast.id}`,
      kind: 'failed',
      to: podcast.email,
      message: failedEmail({
        topic: podcast.topic,
        reason,
        boughtMinutes: podcast.duration,
        amountPaid: podcast.amountPaid,
        discountAmount: podcast.discountAmount,
        discountCode: podcast.discountCode,
        createUrl: publicUrl + reorderPath(podcast, { unused: benefitsOf(podcast) }),
        publicUrl,
        supportEmail,
      }),
    });
  }

  return {
    async complete(work: LeasedEpisode, finished: Finished): Promise<void> {
      const { outline, seconds, wave, quality, audioKey, audioBytes, streamBytes } = finished;
      const { podcast } = work;
      await db.transaction(async (tx) => {
        const completed: Patch = {
          status: 'completed',
          stage: 'emailing',
          title: outline.title,
          summary: outline.summary,
          audioKey,
          audioBytes,
          streamBytes,
          audioUrl: `/media/${podcast.publicId}/episode.mp3`,
          durationSeconds: seconds,
          wave,
          quality,
          completedAt: sql`now()`,
        };
        // The row as it is now: address and link may have changed during production.
        const row = await updateUnderLease(tx, work, completed);
        if (row.userId) await countEpisode(tx, row.userId);
        if (isDemo(row)) return;
        const message = await composeReady(tx, row, tools);
        if (!message) throw new Error(`podcast ${row.id} was completed without an outline`);
        await outbox.post(tx, {
          about: `podcast:${row.id}`,
          kind: 'ready',
          to: row.email,
          message,
        });
      });
    },

    /** `reason` is shown to the buyer, without a provider's name. */
    async fail(work: LeasedEpisode, reason: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await updateUnderLease(tx, work, { status: 'failed', failure: reason });
        await enqueueFailure(tx, row, reason);
      });
    },

    /** Ends the worker's lease. Does nothing for a withheld episode: the bank has the money. */
    async giveUp(podcastId: number, reason: string): Promise<void> {
      await db.transaction(async (tx) => {
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
        if (podcast) await enqueueFailure(tx, podcast, reason);
      });
    },
  };
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
