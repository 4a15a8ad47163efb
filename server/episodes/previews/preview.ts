import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { EpisodeRequest, OrderRequest } from '#shared/order.ts';
import type { Preview } from '#shared/previews.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { podcastLines, podcasts, previews } from '../../base/db/tables.ts';
import type { LineRow, PodcastRow } from '../log/lease.ts';
import { type PartRow, partsOf } from '../log/parts.ts';

export const notFound = () => new Problem('not_found', 'This preview is no longer there');

export async function findRow(tx: DbOrTx, id: string): Promise<Found> {
  const [found] = await tx
    .select({ preview: previews, podcast: podcasts })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(and(eq(previews.id, id), eq(podcasts.status, 'preview')));
  if (!found) throw notFound();
  return found;
}

/** A preview that was deleted, or failed without a text, has no hash. */
export async function findByHash(tx: DbOrTx, contentHash: string): Promise<PreviewRow | null> {
  const [found] = await tx.select().from(previews).where(eq(previews.contentHash, contentHash));
  return found ?? null;
}

/**
 * All here throw `Problem('not_found')` for a preview that is gone. The caller checks who may reach
 * it.
 */
export async function findPreview(tx: DbOrTx, id: string, minutes?: number): Promise<Preview> {
  const found = await findRow(tx, id);
  const lines = await tx
    .select()
    .from(podcastLines)
    .where(
      and(
        eq(podcastLines.podcastId, found.podcast.id),
        inArray(podcastLines.state, ['read', 'spoken']),
      ),
    )
    .orderBy(asc(podcastLines.position));
  return presentPreview(found, lines, minutes ?? found.podcast.duration);
}

export const findParts = async (db: Db, id: string): Promise<PartRow[]> =>
  partsOf(db, (await findRow(db, id)).podcast.id);

export async function findPart(db: Db, id: string, number: string): Promise<PartRow> {
  const part = (await findParts(db, id)).find((one) => one.number === Number(number));
  if (!part) throw notFound();
  return part;
}

export type PreviewRow = typeof previews.$inferSelect;
interface Found {
  preview: PreviewRow;
  podcast: PodcastRow;
}

/** A preview is deleted then, unless an order may begin with it. The privacy page says so. */
export const KEPT_HOURS = 24;

function presentPreview({ preview, podcast }: Found, lines: LineRow[], minutes: number): Preview {
  const { id, plans, soundAskedAt, seconds, createdAt } = preview;
  const isWritten = podcast.summary !== null;
  return {
    id,
    state: isWritten ? 'written' : podcast.failure === null ? 'writing' : 'failed',
    // Moderated before it was set, which happens before the first lines.
    title: podcast.title || null,
    lines: lines.map(({ speaker, text, startMilliseconds }) => ({
      speaker,
      text,
      start: startMilliseconds === null ? null : startMilliseconds / 1000,
    })),
    chapters: plans[minutes]?.sections.map(({ title }) => title) ?? null,
    sound: {
      state: soundAskedAt === null ? 'none' : seconds === null ? 'making' : 'ready',
      partsUrl: `/media/preview/${id}/parts.json`,
      seconds,
    },
    failure: podcast.failure,
    expiresAt: new Date(createdAt.getTime() + KEPT_HOURS * 3_600_000).toISOString(),
  };
}

/** SHA-256, hex, of all that decides how an episode begins, which its length does not. */
export function hashForPreview(request: EpisodeRequest): string {
  const { topic, brief, sources, onlyTheseSources, voice1Id, voice2Id, tone, style } = request;
  const questions = brief?.questions.map(({ text }) => text) ?? [];
  const deciding = [
    topic,
    questions,
    brief?.level ?? null,
    brief?.avoid ?? [],
    sources,
    onlyTheseSources,
    voice1Id,
    voice2Id,
    tone,
    style,
  ];
  return createHash('sha256').update(JSON.stringify(deciding)).digest('hex');
}

/** Null when the order's episode would begin otherwise, or the preview has failed or is gone. */
export async function fittingPreview(tx: DbOrTx, request: OrderRequest) {
  if (!request.preview) return null;
  const [found] = await tx
    .select({ id: previews.id, models: podcasts.models })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(
      and(eq(previews.id, request.preview), eq(previews.contentHash, hashForPreview(request))),
    );
  return found ?? null;
}
