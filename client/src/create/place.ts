import type { Order, OrderRequest } from '#shared/order.ts';
import { sendOrder } from '../api/orders.ts';
import { track } from '../tracking/track.ts';
import { type Draft, type DraftValues, newDraft, orderKey } from './draft.ts';

/**
 * Places the order of this draft, or meets the one already placed for the same content.
 * An order that lapsed in the meantime cannot be paid any more, so the draft is renewed and
 * ordered again. Returns the draft to keep. Throws `ApiError`, or `TypeError` when nobody answers.
 */
export async function placeOrder(
  draft: Draft,
  request: OrderRequest,
): Promise<{ order: Order; draft: Draft }> {
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
 * What a draft becomes once its order's fate is known: paid, it has done its work; expired, it
 * may be ordered anew; still open, it stays the same draft. A link's wishes come on top.
 */
export function afterOrder(
  draft: Draft,
  order: Pick<Order, 'status' | 'expiresAt'> | null,
  wishes: Partial<DraftValues>,
): Draft {
  const values = { ...draft.values, ...wishes };
  if (order === null) return { ...draft, values };
  if (order.status !== 'open' && order.status !== 'expired') return newDraft(wishes);
  // An open order may be over before the server has got round to calling it expired.
  const isOver = order.status === 'expired' || Date.parse(order.expiresAt) <= Date.now();
  return isOver ? newDraft(values) : { ...draft, values };
}
