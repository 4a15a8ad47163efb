import { eq, sql } from 'drizzle-orm';
import type { Outline } from '#shared/script.ts';
import type { Measured } from '../audio/audio.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import { users } from '../db/tables.ts';
import { failedLetter, readyLetter } from '../mail/letters.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { changeHeld, type Patch, type Work } from './lease.ts';

interface Finished {
  outline: Outline;
  chapters: { title: string; startMilliseconds: number }[];
  measured: Measured;
  audioKey: string;
  audioBytes: number;
}

/** The two ends of production. Each is one transaction, with the letter that tells of it. */
export interface Finish {
  complete(work: Work, finished: Finished): Promise<void>;
  /** `reason` is shown to the buyer: plain words, no provider's name. */
  fail(work: Work, reason: string): Promise<void>;
}

export function openFinish(tools: {
  db: Db;
  outbox: Outbox;
  publicUrl: string;
  supportEmail: string;
}): Finish {
  const { db, outbox, publicUrl, supportEmail } = tools;

  return {
    async complete(work, { outline, chapters, measured, audioKey, audioBytes }) {
      const { podcast } = work;
      const listenUrl = `${publicUrl}/listen?episode=${podcast.shareToken}`;
      await db.transaction(async (tx) => {
        const completed: Patch = {
          status: 'completed',
          stage: 'telling',
          title: outline.title,
          summary: outline.summary,
          audioKey,
          audioBytes,
          audioUrl: `/media/${podcast.publicId}/episode.mp3`,
          durationSeconds: measured.seconds,
          quality: qualityOf(work, measured),
          completedAt: sql`now()`,
        };
        await changeHeld(tx, work, completed);
        if (podcast.userId) await countEpisode(tx, podcast.userId);
        await outbox.post(tx, {
          about: `podcast:${podcast.id}`,
          kind: 'ready',
          to: podcast.email,
          letter: readyLetter({
            title: outline.title,
            hosts: [podcast.voice1Name, podcast.voice2Name],
            boughtMinutes: podcast.duration,
            durationSeconds: measured.seconds,
            listenUrl,
            chapters: chapters.map(({ title, startMilliseconds }) => ({
              title,
              startSeconds: startMilliseconds / 1000,
            })),
            amountPaid: podcast.amountPaid,
            supportEmail,
          }),
        });
      });
    },

    async fail(work, reason) {
      const { podcast } = work;
      await db.transaction(async (tx) => {
        await changeHeld(tx, work, { status: 'failed', failure: reason });
        await outbox.post(tx, {
          about: `podcast:${podcast.id}`,
          kind: 'failed',
          to: podcast.email,
          letter: failedLetter({
            topic: podcast.topic,
            reason,
            amountPaid: podcast.amountPaid,
            createUrl: `${publicUrl}/create`,
            supportEmail,
          }),
        });
      });
    },
  };
}

function qualityOf(work: Work, measured: Measured): Record<string, number> {
  return {
    lengthError: measured.seconds / (work.podcast.duration * 60) - 1,
    loudness: measured.loudness,
    truePeak: measured.truePeak,
  };
}

/** The month's counter starts again when its reset date has passed (design section 2). */
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
