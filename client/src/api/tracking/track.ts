import type { Order } from '#shared/order.ts';

/** The pixel may learn an order's number, length and price, never its topic or email. */
export type TrackedOrder = Pick<Order, 'id' | 'duration' | 'total' | 'currency'>;

type OrderEvent = 'AddToCart' | 'InitiateCheckout' | 'Purchase';

export type TrackedEvent =
  | { name: 'CompleteRegistration' }
  | { name: OrderEvent; order: TrackedOrder };

/** Events from before the pixel's listener was attached; without a pixel there is none. */
const pending: TrackedEvent[] = [];
const MAX_PENDING = 20;
let listener: ((event: TrackedEvent) => void) | null = null;

/** Returns at once and never throws. A chunk that loads later decides whether the event is sent. */
export function track(
  ...[name, order]: ['CompleteRegistration', order?: undefined] | [OrderEvent, TrackedOrder]
): void {
  const event: TrackedEvent = name === 'CompleteRegistration' ? { name } : { name, order };
  if (listener) listener(event);
  else if (pending.length < MAX_PENDING) pending.push(event);
}

export function listen(to: (event: TrackedEvent) => void): () => void {
  listener = to;
  for (const event of pending.splice(0)) to(event);
  return () => {
    listener = null;
  };
}
