import type { Order, OrderRequest } from '#shared/order.ts';
import { sendOrder } from '../api/orders.ts';
import { track } from '../api/tracking/track.ts';
import { type Draft, type DraftValues, newDraft, orderKey } from './draft.ts';

type Placement = { draft: Draft; request: OrderRequest };

/**
 * Places the order of this draft, or finds the one already placed for the same content. An order that
 * expired in the meantime cannot be paid any more, so a renewed draft is ordered instead. Returns the
 * draft to keep. Throws `ApiError`, or `TypeError` when nobody answers.
 */
export async function placeOrder({
  draft,
  request,
}: Placement): Promise<{ order: Order; draft: Draft }> {
  const order = await send(draft.id, request);
  if (order.status !== 'expired') return { order, draft: { ...draft, orderId: order.id } };
  const renewed = newDraft(draft.values);
  const again = await send(renewed.id, request);
  return { order: again, draft: { ...renewed, orderId: again.id } };
}

async function send(draftId: string, request: OrderRequest): Promise<Order> {
  const order = await sendOrder(request, orderKey(draftId, request));
  if (order.status !== 'expired') track('AddToCart', order);
  return order;
}

/**
 * The draft after the status of its order is known: a new one once it was paid, a renewed one once it
 * expired, the same one while it is open. The values of a link come on top; sources of another topic
 * go with it.
 */
export function afterOrder(
  draft: Draft,
  order: Pick<Order, 'status' | 'expiresAt'> | null,
  fromLink: Partial<DraftValues>,
): Draft {
  const { topic = draft.values.topic } = fromLink;
  const sources = topic.trim() === draft.values.topic.trim() ? draft.values.sources : [];
  const values = { ...draft.values, sources, ...fromLink };
  if (order === null) return { ...draft, values };
  if (order.status !== 'open' && order.status !== 'expired') return newDraft(fromLink);
  // An open order may be over before the server marks it expired.
  const isOver = order.status === 'expired' || Date.parse(order.expiresAt) <= Date.now();
  return isOver ? newDraft(values) : { ...draft, values };
}
