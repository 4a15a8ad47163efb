import { isDeepStrictEqual } from 'node:util';
import { type Order, type OrderRequest, SAME_VOICE } from '#shared/order.ts';
import { Problem } from '#shared/problem.ts';
import { orders } from '../db/tables.ts';
import { newToken } from '../db/tokens.ts';
import { log } from '../log.ts';
import { ProviderFailure } from '../provider.ts';
import { titlesOf } from '../sources/titles.ts';
import {
  type Buyer,
  type OrderDependencies,
  pauseIfRefused,
  refuseWhilePaused,
} from './dependencies.ts';
import { type Consume, unlimited } from './limits.ts';
import { findByKey, findOwn, type OrderRow, type OrderWithEpisode } from './orderQueries.ts';
import { presentOrder } from './present.ts';
import { priceFor } from './quote.ts';

/** The buyer is waiting for the reply, ms. */
const MODERATION_DEADLINE = 10_000;

/**
 * Records an order at today's price. A request that repeats the buyer's idempotency key gets the
 * first order back, with `created` false, even when both arrive at once; with different contents it
 * is a `Problem('conflict')`. Only a new order consumes the rate limit. Throws `Problem('invalid')`
 * for voices and sources, `'topic_refused'`, `'discount_refused'`, `'unavailable'` while sales are paused or the
 * topic cannot be checked, and what `consume` throws.
 */
export async function placeOrder(
  tools: OrderDependencies,
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
  // Before the hosts, whose samples were recorded with these models: an admin may change them.
  const models = await tools.models.current();
  const [host1, host2] = await findHosts(tools, request);
  const titles = await titlesOfSources(tools, buyer, request);
  const { quote, discount, isBonus } = await priceFor(tools, buyer, request);
  await checkTopic(tools, request, titles);

  const [order] = await tools.db
    .insert(orders)
    .values({
      publicId: newToken(),
      userId: buyer.id,
      topic: request.topic,
      tone: request.tone,
      style: request.style,
      duration: request.duration,
      voice1Id: host1.id,
      voice1Name: host1.name,
      voice2Id: host2.id,
      voice2Name: host2.name,
      email: request.email,
      stings: request.stings,
      sources: request.sources,
      onlyTheseSources: request.onlyTheseSources,
      brief: request.brief ?? null,
      models,
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
    throw new Problem('conflict', 'This order was sent before with something else in it');
  }
  return presentOrder(found);
}

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

async function findHosts({ voices }: OrderDependencies, { voice1Id, voice2Id }: OrderRequest) {
  if (voice1Id === voice2Id) {
    throw new Problem('invalid', SAME_VOICE.message, { voice2Id: SAME_VOICE.message });
  }
  const hosts = await Promise.all([voices.find(voice1Id), voices.find(voice2Id)]);
  const message = 'This voice is no longer available. Please choose another';
  if (!hosts[0]) throw new Problem('invalid', message, { voice1Id: message });
  if (!hosts[1]) throw new Problem('invalid', message, { voice2Id: message });
  return [hosts[0], hosts[1]] as const;
}

/** Each source once. Nothing can rest on sources alone where there are none. */
function withSources(request: OrderRequest): OrderRequest {
  const sources = [...new Set(request.sources)];
  const onlyTheseSources = request.onlyTheseSources && sources.length > 0;
  return { ...request, sources, onlyTheseSources };
}

/** Those of somebody else are gone for this buyer. */
async function titlesOfSources(
  { db }: OrderDependencies,
  { id }: Buyer,
  { sources }: OrderRequest,
): Promise<string[]> {
  const titles = await titlesOf(db, { userId: id }, sources);
  if (titles.length === sources.length) return titles;
  const message = 'A source you added is not there any more. Please take it out or add it again';
  throw new Problem('invalid', message, { sources: message });
}

/**
 * Topic, brief and titles of sources together: a buyer may write anything into each. What the sources
 * say is not checked here: of it only the lines are heard, and each is checked before it is spoken.
 */
async function checkTopic(
  tools: OrderDependencies,
  { topic, brief }: OrderRequest,
  titles: string[],
): Promise<void> {
  const { moderator, supportEmail } = tools;
  const questions = brief?.questions.map((question) => question.text) ?? [];
  const parts = [topic, ...questions, brief?.level ?? '', ...(brief?.avoid ?? []), ...titles];
  const text = parts.join('\n').trim();
  const deadline = AbortSignal.timeout(MODERATION_DEADLINE);
  const verdict = await moderator.moderate(text, deadline).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure) && !deadline.aborted) throw error;
    await pauseIfRefused(tools, error);
    log.warn({ err: error }, 'an order was refused because its topic could not be checked');
    throw new Problem(
      'unavailable',
      'We cannot take new orders for a moment. Your topic is kept; please try again shortly.',
    );
  });
  if (verdict === 'allowed') return;
  const message =
    verdict === 'borderline'
      ? `We are not sure that we may make this one. Write to ${supportEmail} and we look at it`
      : titles.length > 0
        ? 'We cannot make an episode about this topic from these sources. Please change one of them'
        : 'We cannot make an episode about this topic. Please choose another';
  throw new Problem('topic_refused', message, { topic: message });
}
