import { eq, sql } from 'drizzle-orm';
import type { Outline } from '#shared/script.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, previews } from '../../base/db/tables.ts';
import { type LeasedEpisode, updateUnderLease } from '../log/lease.ts';
import { isOpen, type PendingWork, pendingWorkOf } from './cap.ts';

export type PreviewLog = ReturnType<typeof openPreviewLog>;

/** What production asks and records of a preview. Writes that name a lease throw `LeaseLost`. */
export function openPreviewLog(db: Db) {
  return {
    /** Null when no preview has this row. */
    pendingWork: (podcastId: number) => findPendingWork(db, podcastId),

    async keepPlan(podcastId: number, minutes: number, plan: Outline): Promise<void> {
      await db
        .update(previews)
        .set({ plans: sql`${previews.plans} || ${JSON.stringify({ [minutes]: plan })}::jsonb` })
        .where(eq(previews.podcastId, podcastId));
    },

    /** Called once all of the sound is there. */
    async keepSound(podcastId: number, seconds: number): Promise<void> {
      await db.update(previews).set({ seconds }).where(eq(previews.podcastId, podcastId));
    },

    /** False when something more has been asked for meanwhile; else the preview is at rest. */
    rest: (work: LeasedEpisode): Promise<boolean> =>
      db.transaction(async (tx) => {
        const { id } = work.podcast;
        // Asking for more locks this row first, so nothing is asked for after this check.
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

    /** `failure` is shown. What was written stays; without a text, asking again begins anew. */
    async fail(work: LeasedEpisode, failure: string): Promise<void> {
      const { id } = work.podcast;
      const isWritten = sql`exists (select from ${podcasts}
        where ${podcasts.id} = ${id} and ${podcasts.summary} is not null)`;
      const planned = sql`array(select jsonb_object_keys(${previews.plans})::int)`;
      await db.transaction(async (tx) => {
        // Lock order: the preview's row first, as where more is asked for.
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
