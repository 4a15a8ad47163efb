import { and, eq } from 'drizzle-orm';
import type { OrderRequest } from '#shared/order.ts';
import type { DbOrTx } from '../db/open.ts';
import { podcasts, previews } from '../db/tables.ts';
import { hashOf } from './contentHash.ts';

/**
 * The preview that an order names, with the models it is made with. Null where an episode like that
 * cannot begin with it: it begins otherwise, has failed or is gone.
 */
export async function fittingPreview(tx: DbOrTx, request: OrderRequest) {
  if (!request.preview) return null;
  const [found] = await tx
    .select({ id: previews.id, models: podcasts.models })
    .from(previews)
    .innerJoin(podcasts, eq(podcasts.id, previews.podcastId))
    .where(and(eq(previews.id, request.preview), eq(previews.contentHash, hashOf(request))));
  return found ?? null;
}
