import type { Order } from '#shared/order.ts';

/** What may be told of an order: its number, length and price. Its topic and address stay here. */
export type TrackedOrder = Pick<Order, 'id' | 'duration' | 'total' | 'currency'>;

/** The pixel's own names for what we tell; content views are told by the pixel's room itself. */
export type Happening =
  | { name: 'CompleteRegistration' }
  | { name: 'AddToCart' | 'InitiateCheckout' | 'Purchase'; order: TrackedOrder };

/** Kept until it is known whether anybody listens; without a pixel nobody ever does. */
const waiting: Happening[] = [];
const MOST_WAITING = 20;
let ear: ((happening: Happening) => void) | null = null;

/**
 * Says that something worth counting happened. Returns at once and never throws: whether anybody
 * hears of it (a pixel is set up, the visitor agreed) is decided in a chunk that loads later.
 */
export function track(name: 'CompleteRegistration'): void;
export function track(
  name: 'AddToCart' | 'InitiateCheckout' | 'Purchase',
  order: TrackedOrder,
): void;
export function track(name: Happening['name'], order?: TrackedOrder): void {
  const happening = { name, order } as Happening;
  if (ear) ear(happening);
  else if (waiting.length < MOST_WAITING) waiting.push(happening);
}

/** Hears what happened so far and from now on, until the returned function is called. */
export function listen(to: (happening: Happening) => void): () => void {
  ear = to;
  for (const happening of waiting.splice(0)) to(happening);
  return () => {
    ear = null;
  };
}
