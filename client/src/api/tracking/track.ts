import type { Order } from '#shared/order.ts';

/** What may be reported of an order: number, length and price, never topic or email. */
export type TrackedOrder = Pick<Order, 'id' | 'duration' | 'total' | 'currency'>;

type OrderEvent = 'AddToCart' | 'InitiateCheckout' | 'Purchase';

/** Events by the pixel's names; content views are reported by `Tracking` itself. */
export type TrackedEvent =
  | { name: 'CompleteRegistration' }
  | { name: OrderEvent; order: TrackedOrder };

/** Events from before the pixel's listener is attached; without a pixel there is none. */
const pending: TrackedEvent[] = [];
const MAX_PENDING = 20;
let listener: ((event: TrackedEvent) => void) | null = null;

/**
 * Reports an event. Returns at once and never throws: whether it is sent depends on a pixel and the
 * visitor's consent, which a chunk that loads later decides.
 */
export function track(
  ...[name, order]: ['CompleteRegistration', order?: undefined] | [OrderEvent, TrackedOrder]
): void {
  const event: TrackedEvent = name === 'CompleteRegistration' ? { name } : { name, order };
  if (listener) listener(event);
  else if (pending.length < MAX_PENDING) pending.push(event);
}

/** Receives past and future events until the returned function is called. */
export function listen(to: (event: TrackedEvent) => void): () => void {
  listener = to;
  for (const event of pending.splice(0)) to(event);
  return () => {
    listener = null;
  };
}
