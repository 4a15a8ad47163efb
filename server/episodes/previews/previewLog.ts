import { eq, sql } from 'drizzle-orm';
import type { Outline } from '#shared/script.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, previews } from '../../base/db/tables.ts';
import { type LeasedEpisode, updateUnderLease } from '../log/lease.ts';
import { isOpen, type PendingWork, pendingWorkOf } from './cap.ts';

/** What whoever produces a preview asks and tells. Writes that name a lease throw `LeaseLost`. */
export interface PreviewLog {
  /** What is wanted and not there yet. Null when no preview has this row. */
  pendingWork(podcastId: number): Promise<PendingWork | null>;
  keepPlan(podcastId: number, minutes: number, plan: Outline): Promise<void>;
  /** All its sound is there: its length in seconds. */
  keepSound(podcastId: number, seconds: number): Promise<void>;
  /** True when nothing more is wanted: then it is at rest. False when a wish has come meanwhile. */
  rest(work: LeasedEpisode): Promise<boolean>;
  /**
   * Gives up what is still wanted, with a sentence for whoever waits. What was written stays; asking again
   * for one that has no text begins anew.
   */
  fail(work: LeasedEpisode, reason: string): Promise<void>;
}

export function openPreviewLog(db: Db): PreviewLog {
  return {
    pendingWork: (podcastId) => findPendingWork(db, podcastId),

    async keepPlan(podcastId, minutes, plan) {
      await db
        .update(previews)
        .set({ plans: sql`${previews.plans} || ${JSON.stringify({ [minutes]: plan })}::jsonb` })
        .where(eq(previews.podcastId, podcastId));
    },

    async keepSound(podcastId, seconds) {
      await db.update(previews).set({ seconds }).where(eq(previews.podcastId, podcastId));
    },

    rest: (work) =>
      db.transaction(async (tx) => {
        const { id } = work.podcast;
        // Whoever wishes for something locks this row first: no wish comes after the question.
        await tx
          .select({ id: previews.id })
          .from(previews)
          .where(eq(previews.podcastId, id))
          .for('update');
        const pending = await findPendingWork(tx, id);
        if (pending && isOpen(pending)) return false;
        await updateUnderLease(tx, work, { stage: 'queued' });
        return true;
      }),

    async fail(work, failure) {
      const { id } = work.podcast;
      const isWritten = sql`exists (select from ${podcasts}
        where ${podcasts.id} = ${id} and ${podcasts.summary} is not null)`;
      const planned = sql`array(select jsonb_object_keys(${previews.plans})::int)`;
      await db.transaction(async (tx) => {
        // The preview's row first, as whoever wishes for something does.
        await tx
          .update(previews)
          .set({
            contentHash: sql`case when ${isWritten} then ${previews.contentHash} end`,
            lengths: planned,
            soundAskedAt: sql`case when ${previews.seconds} is not null then ${previews.soundAskedAt} end`,
          })
          .where(eq(previews.podcastId, id));
        await updateUnderLease(tx, work, { stage: 'queued', failure });
      });
    },
  };
}

async function findPendingWork(tx: DbOrTx, podcastId: number): Promise<PendingWork | null> {
  const [found] = await tx
    .select({ preview: previews, summary: podcasts.summary })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(eq(previews.podcastId, podcastId));
  return found ? pendingWorkOf({ ...found.preview, summary: found.summary }) : null;
}
