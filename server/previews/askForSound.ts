import { eq, sql } from 'drizzle-orm';
import type { Preview } from '#shared/previews.ts';
import { Problem } from '#shared/problem.ts';
import { refuseWhilePaused } from '../availability/paused.ts';
import type { Consume } from '../bounds/limits.ts';
import { previews } from '../db/tables.ts';
import { findHosts } from '../requests/hosts.ts';
import type { Owner } from '../sources/owner.ts';
import { findPreview, findRow } from './find.ts';
import { refuseBeyondMinutes } from './mayOrder.ts';
import type { Found } from './present.ts';
import { resume } from './resume.ts';
import { refuseWhileOff } from './switch.ts';
import type { PreviewTools } from './tools.ts';

const SOUND = { isTextDone: true, lengths: [], wantsSound: true };

/**
 * Has a preview spoken. Only the first to ask consumes the limits. Throws `Problem('not_found')`,
 * `'conflict'` for one that has failed, `'invalid'` at a voice that is no longer on sale, `'unavailable'`
 * as `ask` does, what `refuseBeyondMinutes` throws, and what `consume` throws.
 */
export async function askForSound(
  tools: PreviewTools,
  owner: Owner | null,
  id: string,
  consume: Consume,
): Promise<Preview> {
  const { db } = tools;
  const found = await findRow(db, id);
  await refuseWhileOff(db);
  const { failure, summary } = found.podcast;
  if (summary === null && failure !== null) throw new Problem('conflict', failure);
  if (found.preview.soundAskedAt === null) {
    await refuseBeyondMinutes(tools, owner, found.podcast.duration);
    await findHosts(tools, found.podcast);
    await refuseWhilePaused(tools);
    const models = found.podcast.models ?? (await tools.models.current());
    await tools.cap.check(db, SOUND, models);
    await consume();
    await want(tools, found, models);
  }
  return findPreview(db, id);
}

async function want(
  { db, cap, queue }: PreviewTools,
  { preview: { id }, podcast }: Found,
  models: Parameters<PreviewTools['cap']['check']>[2],
): Promise<void> {
  await db.transaction(async (tx) => {
    await cap.lock(tx);
    const [held] = await tx.select().from(previews).where(eq(previews.id, id)).for('update');
    if (held?.soundAskedAt !== null) return;
    await cap.check(tx, SOUND, models);
    await tx.update(previews).set({ soundAskedAt: sql`now()` }).where(eq(previews.id, id));
    await resume({ queue }, tx, podcast.id, 'speaking');
  });
}
