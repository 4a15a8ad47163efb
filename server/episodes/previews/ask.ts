import { and, eq, sql } from 'drizzle-orm';
import type { Stage } from '#shared/episode.ts';
import type { ModelSet } from '#shared/models.ts';
import type { EpisodeRequest } from '#shared/order.ts';
import type { Preview, PreviewRequest } from '#shared/previews.ts';
import { Problem } from '#shared/problem.ts';
import type { Consume } from '../../base/bounds/requestLimits.ts';
import { isFeatureOn } from '../../base/db/featureSwitches.ts';
import { newToken } from '../../base/db/newToken.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, previews } from '../../base/db/tables.ts';
import { type PausedTools, refuseWhilePaused } from '../../supply/availability/paused.ts';
import type { Models } from '../../supply/scriptModels/scriptModels.ts';
import type { Moderator } from '../../writing/script/scriptWriter.ts';
import { draftPodcast } from '../log/draftPodcast.ts';
import type { Owner } from '../sources/sources.ts';
import type { Minutes } from '../validation/minutes.ts';
import {
  checkTopic,
  columnsOf,
  findHosts,
  type Hosts,
  titlesOfSources,
  withSources,
} from '../validation/request.ts';
import { type CapTools, checkCap, lockCap, type PendingWork } from './cap.ts';
import { findByHash, findPreview, findRow, hashForPreview, type PreviewRow } from './preview.ts';

export interface PreviewTools extends PausedTools, Hosts, CapTools {
  db: Db;
  models: Pick<Models, 'current'>;
  moderator: Moderator;
  /** In a house, a preview is only for an account that could order the episode. */
  minutes: Pick<Minutes, 'check'> | null;
  queue: { enqueue(tx: DbOrTx, podcastId: number, how: { for: 'preview' }): Promise<void> };
  supportEmail: string;
}

const UNCHECKED =
  'We can’t check your topic right now. It’s kept; please try again shortly, or order without a preview.';

interface Asked {
  request: PreviewRequest;
  contentHash: string;
  hosts: Awaited<ReturnType<typeof findHosts>>;
  models: ModelSet;
}

/**
 * Whoever asks for the same gets the same, with `isNew` false; a known one consumes no limit.
 * Throws `Problem('invalid')` for voices and sources, `'topic_refused'`, `'unavailable'`, and what
 * `refuseBeyondMinutes` and `consume` throw.
 */
export async function askForPreview(
  tools: PreviewTools,
  owner: Owner | null,
  given: PreviewRequest,
  consume: Consume,
): Promise<{ preview: Preview; isNew: boolean }> {
  const { db } = tools;
  await refuseWhileOff(db);
  const request = withSources(given);
  const models = await tools.models.current();
  const hosts = await findHosts(tools, request);
  const titles = await titlesOfSources(db, owner, request);
  const asked = { request, contentHash: hashForPreview(request), hosts, models };

  const known = await findByHash(db, asked.contentHash);
  const isThere = known?.lengths.includes(request.duration);
  if (!isThere) await refuseBeyondMinutes(tools, owner, request.duration);
  if (!known) {
    await refuseWhilePaused(tools);
    // Before anything is moderated; `begin` checks again, under the lock.
    await checkCap(tools, db, textOf(request), models);
    await consume();
    await checkTopic(tools, request, titles, UNCHECKED);
  }
  const { id, isNew } =
    known && isThere
      ? { id: known.id, isNew: false }
      : await db.transaction((tx) => beginOrJoin(tools, tx, asked));
  return { preview: await findPreview(db, id, request.duration), isNew };
}

const textOf = ({ duration }: EpisodeRequest): PendingWork => ({
  isTextDone: false,
  lengths: [duration],
  wantsSound: false,
});

async function beginOrJoin(tools: PreviewTools, tx: DbOrTx, asked: Asked) {
  await lockCap(tx);
  const begun = await findByHash(tx, asked.contentHash);
  if (!begun) return { id: await begin(tools, tx, asked), isNew: true };
  await addLength(tools, tx, begun, asked.request.duration);
  return { id: begun.id, isNew: false };
}

async function begin(tools: PreviewTools, tx: DbOrTx, asked: Asked): Promise<string> {
  const { request, contentHash, hosts, models } = asked;
  await checkCap(tools, tx, textOf(request), models);
  const { id: podcastId } = await draftPodcast(tx, {
    status: 'preview',
    stage: 'writing',
    title: '',
    email: '',
    ...columnsOf(request, hosts),
    models,
  });
  const id = newToken();
  const { duration, channel } = request;
  await tx.insert(previews).values({ id, contentHash, podcastId, lengths: [duration], channel });
  await tools.queue.enqueue(tx, podcastId, { for: 'preview' });
  return id;
}

async function addLength(
  tools: PreviewTools,
  tx: DbOrTx,
  { id }: PreviewRow,
  minutes: number,
): Promise<void> {
  const [held] = await tx.select().from(previews).where(eq(previews.id, id)).for('update');
  if (!held || held.lengths.includes(minutes)) return;
  const { podcast } = await findRow(tx, id);
  const more = { isTextDone: true, lengths: [minutes], wantsSound: false };
  await checkCap(tools, tx, more, podcast.models ?? (await tools.models.current()));
  await tx
    .update(previews)
    .set({ lengths: sql`array_append(${previews.lengths}, ${minutes}::int)` })
    .where(eq(previews.id, id));
  await resume(tools, tx, podcast.id, 'writing');
}

const SOUND = { isTextDone: true, lengths: [], wantsSound: true };

/**
 * Consumes no limit once the sound was asked for. Throws `Problem('not_found')`, `'conflict'` for a
 * preview that has failed, `'invalid'` for a voice no longer on sale, and what `askForPreview`
 * throws.
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
    await checkCap(tools, db, SOUND, models);
    await consume();
    await db.transaction(async (tx) => {
      await lockCap(tx);
      const [held] = await tx.select().from(previews).where(eq(previews.id, id)).for('update');
      if (held?.soundAskedAt !== null) return;
      await checkCap(tools, tx, SOUND, models);
      await tx.update(previews).set({ soundAskedAt: sql`now()` }).where(eq(previews.id, id));
      await resume(tools, tx, found.podcast.id, 'speaking');
    });
  }
  return findPreview(db, id);
}

async function refuseWhileOff(db: DbOrTx): Promise<void> {
  if (await isFeatureOn(db, 'previews')) return;
  throw new Problem(
    'unavailable',
    'There are no previews at the moment. You can order without one.',
  );
}

/** Throws `Problem('unauthenticated')`, and `Problem('too_many')` when too few minutes are left. */
async function refuseBeyondMinutes(
  { minutes }: PreviewTools,
  owner: Owner | null,
  duration: number,
): Promise<void> {
  if (!minutes) return;
  if (!owner || !('userId' in owner)) throw new Problem('unauthenticated', 'Please sign in first');
  await minutes.check(owner.userId, duration);
}

/** Resumes a preview at rest; one that is being worked on goes on by itself. */
async function resume(
  { queue }: PreviewTools,
  tx: DbOrTx,
  podcastId: number,
  stage: Stage,
): Promise<void> {
  await tx
    .update(podcasts)
    .set({ stage, failure: null })
    .where(
      and(eq(podcasts.id, podcastId), eq(podcasts.status, 'preview'), eq(podcasts.stage, 'queued')),
    );
  await queue.enqueue(tx, podcastId, { for: 'preview' });
}
