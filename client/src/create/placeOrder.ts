import type { Order, OrderRequest } from '#shared/order.ts';
import { sendOrder } from '../api/orders.ts';
import { track } from '../api/tracking/track.ts';
import { type Draft, type DraftValues, newDraft, orderKey } from './draft.ts';

type Placement = { draft: Draft; request: OrderRequest };

/**
 * Places the order, or finds the one already placed for the same content. An expired order cannot
 * be paid, so a renewed draft is ordered instead. Returns the draft to keep. Throws as `call` does.
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
 * The draft once its order's status is known: new if it was paid, renewed if it expired, the same
 * if it is open. A link's values override it, and another topic drops its sources.
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
