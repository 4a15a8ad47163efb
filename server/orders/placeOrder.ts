import { isDeepStrictEqual } from 'node:util';
import type { Order, OrderRequest } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import type { Consume } from '../base/bounds/requestLimits.ts';
import { newToken } from '../base/db/newToken.ts';
import { orders } from '../base/db/tables.ts';
import { fittingPreview } from '../episodes/previews/preview.ts';
import {
  checkTopic,
  columnsOf,
  findHosts,
  titlesOfSources,
  withSources,
} from '../episodes/validation/request.ts';
import { refuseWhilePaused } from '../supply/availability/paused.ts';
import { checkout } from './checkout.ts';
import { unlimited } from './orderLimits.ts';
import {
  type Buyer,
  findByKey,
  findOwn,
  type OrderRow,
  type OrderTools,
  type OrderWithEpisode,
} from './orderQueries.ts';
import { presentOrder } from './presentOrder.ts';
import { priceFor } from './quote.ts';

const UNCHECKED =
  'We can’t take new orders right now. Your topic is kept; please try again shortly.';

/**
 * A repeated idempotency key gets the buyer's first order back, with `created` false, even when
 * both requests arrive at once; with different contents it is a `Problem('conflict')`. A preview
 * that does not fit, or is gone, is left out. Only a new order calls `consume`. Throws
 * `Problem('invalid')` for voices and sources, `'topic_refused'`, `'discount_refused'`,
 * `'unavailable'` while sales are paused or the topic cannot be checked, and what `consume` throws.
 */
export async function placeOrder(
  tools: OrderTools,
  buyer: Buyer,
  given: OrderRequest,
  {
    idempotencyKey = null,
    consume = unlimited,
  }: { idempotencyKey?: string | null; consume?: Consume } = {},
): Promise<{ order: Order; created: boolean }> {
  const request = withSources(given);
  const earlier = idempotencyKey && (await findByKey(tools.db, buyer, idempotencyKey));
  if (earlier) return { order: sameOrder(earlier, request), created: false };

  await refuseWhilePaused(tools);
  await consume();
  // Before the hosts, whose samples were recorded with these models: an admin may change models.
  const models = await tools.models.current();
  const hosts = await findHosts(tools, request);
  const titles = await titlesOfSources(tools.db, { userId: buyer.id }, request);
  const { quote, discount, isBonus } = await priceFor(tools, buyer, request);
  await checkTopic(tools, request, titles, UNCHECKED);
  const preview = await fittingPreview(tools.db, request);

  const [order] = await tools.db
    .insert(orders)
    .values({
      publicId: newToken(),
      userId: buyer.id,
      ...columnsOf(request, hosts),
      email: request.email,
      stings: request.stings,
      // The episode goes on as its preview began, even if other models are sold by now.
      models: preview?.models ?? models,
      previewId: preview?.id ?? null,
      channel: request.channel,
      listPrice: quote.listPrice,
      discountCodeId: discount?.id ?? null,
      discountCode: discount?.code ?? null,
      discountPercent: discount?.discountPercent ?? 0,
      discountAmount: quote.discountAmount,
      total: quote.total,
      isBonus,
      idempotencyKey,
    })
    .onConflictDoNothing({ target: [orders.userId, orders.idempotencyKey] })
    .returning({ publicId: orders.publicId });
  if (order) {
    const placed = await findOwn(tools.db, buyer, order.publicId);
    return { order: presentOrder(placed), created: true };
  }

  // A concurrent request with the same key won, perhaps on another instance.
  const first = idempotencyKey && (await findByKey(tools.db, buyer, idempotencyKey));
  if (!first) throw new Error('an order repeats an idempotency key that no order has');
  return { order: sameOrder(first, request), created: false };
}

function sameOrder(found: OrderWithEpisode, request: OrderRequest): Order {
  if (!asksFor(found.order, request)) {
    throw new Problem('conflict', 'This order was already sent with different choices');
  }
  return presentOrder(found);
}

/** Ignores preview and channel: they change nothing bought, and a repeated request may differ. */
function asksFor(order: OrderRow, request: OrderRequest): boolean {
  return (
    order.topic === request.topic &&
    order.tone === request.tone &&
    order.style === request.style &&
    order.duration === request.duration &&
    order.voice1Id === request.voice1Id &&
    order.voice2Id === request.voice2Id &&
    order.email === request.email &&
    order.stings === request.stings &&
    isDeepStrictEqual(order.sources, request.sources) &&
    order.onlyTheseSources === request.onlyTheseSources &&
    order.isBonus === Boolean(request.useBonus) &&
    isDeepStrictEqual(order.brief, request.brief ?? null) &&
    order.discountCode?.toLowerCase() === request.discountCode?.toLowerCase()
  );
}

/**
 * If this fails after the order was stored, the same idempotency key goes on from there until the
 * order expires. Throws what `placeOrder` throws, and `Problem('too_many')` for too few minutes.
 */
export async function orderFree(
  tools: OrderTools,
  buyer: Buyer,
  given: OrderRequest,
  how: Parameters<typeof placeOrder>[3] = {},
): Promise<{ order: Order; created: boolean }> {
  // An old page may still send a code or a bonus, and nothing is the price without one.
  const request = { ...given, discountCode: undefined, useBonus: false };
  const { order, created } = await placeOrder(tools, buyer, request, how);
  if (order.status !== 'open') return { order, created };
  await checkout(tools, buyer, order.id);
  return { order: presentOrder(await findOwn(tools.db, buyer, order.id)), created };
}
