import { eq, sql } from 'drizzle-orm';
import type { ModelSet } from '#shared/models.ts';
import type { EpisodeRequest } from '#shared/order.ts';
import type { Preview, PreviewRequest } from '#shared/previews.ts';
import { refuseWhilePaused } from '../availability/paused.ts';
import type { Consume } from '../bounds/limits.ts';
import type { DbOrTx } from '../db/open.ts';
import { previews } from '../db/tables.ts';
import { newToken } from '../db/tokens.ts';
import { draftPodcast } from '../podcasts/draft.ts';
import { checkTopic } from '../requests/checkTopic.ts';
import { columnsOf, findHosts } from '../requests/hosts.ts';
import { titlesOfSources, withSources } from '../requests/sources.ts';
import type { Owner } from '../sources/owner.ts';
import { hashOf } from './contentHash.ts';
import { findByHash, findPreview, findRow } from './find.ts';
import { refuseBeyondMinutes } from './mayOrder.ts';
import type { PreviewRow } from './present.ts';
import { resume } from './resume.ts';
import { refuseWhileOff } from './switch.ts';
import type { PreviewTools } from './tools.ts';
import type { Wish } from './wish.ts';

const UNCHECKED =
  'We can’t check your topic right now. It’s kept; please try again shortly, or order without a preview.';

interface Asked {
  request: PreviewRequest;
  contentHash: string;
  hosts: Awaited<ReturnType<typeof findHosts>>;
  models: ModelSet;
}

/**
 * How this episode would begin. Whoever asks for the same gets the same, with `isNew` false, through
 * whichever channel; another length has its chapters planned, too. Only a new one consumes the limit. Throws `Problem('invalid')`
 * for voices and sources, `'topic_refused'`, `'unavailable'` while previews are off, sales are paused,
 * the day's cap is reached or the topic cannot be checked, what `refuseBeyondMinutes` throws, and what
 * `consume` throws.
 */
export async function ask(
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
  const asked = { request, contentHash: hashOf(request), hosts, models };

  const known = await findByHash(db, asked.contentHash);
  const isThere = known?.lengths.includes(request.duration);
  if (!isThere) await refuseBeyondMinutes(tools, owner, request.duration);
  if (!known) {
    await refuseWhilePaused(tools);
    // Before anything is moderated; what counts is asked again below.
    await tools.cap.check(db, textOf(request), models);
    await consume();
    await checkTopic(tools, request, titles, UNCHECKED);
  }
  const { id, isNew } =
    known && isThere
      ? { id: known.id, isNew: false }
      : await db.transaction((tx) => beginOrJoin(tools, tx, asked));
  return { preview: await findPreview(db, id, request.duration), isNew };
}

const textOf = ({ duration }: EpisodeRequest): Wish => ({
  isTextDone: false,
  lengths: [duration],
  wantsSound: false,
});

async function beginOrJoin(tools: PreviewTools, tx: DbOrTx, asked: Asked) {
  await tools.cap.lock(tx);
  const begun = await findByHash(tx, asked.contentHash);
  if (!begun) return { id: await begin(tools, tx, asked), isNew: true };
  await addLength(tools, tx, begun, asked.request.duration);
  return { id: begun.id, isNew: false };
}

async function begin(tools: PreviewTools, tx: DbOrTx, asked: Asked): Promise<string> {
  const { request, contentHash, hosts, models } = asked;
  await tools.cap.check(tx, textOf(request), models);
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
  await tools.cap.check(tx, more, podcast.models ?? (await tools.models.current()));
  await tx
    .update(previews)
    .set({ lengths: sql`array_append(${previews.lengths}, ${minutes}::int)` })
    .where(eq(previews.id, id));
  await resume(tools, tx, podcast.id, 'writing');
}
