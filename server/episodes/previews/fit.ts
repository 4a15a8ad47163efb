import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { EpisodeRequest, OrderRequest } from '#shared/order.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import { podcasts, previews } from '../../base/db/tables.ts';

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
