import {
  CheckoutEventNames,
  initializePaddle,
  type Paddle,
  type PaddleEventData,
} from '@paddle/paddle-js';
import type { PaddleSettings } from '#shared/config.ts';
import { loadScript } from '../api/script.ts';

/** In production, Paddle requires this source for its script. */
const PADDLE_JS = 'https://cdn.paddle.com/paddle/v2/paddle.js';

/** What the overlay reports. Only the server decides whether a payment was made. */
export type PaddleNews = 'completed' | 'closed' | 'paying' | 'declined' | 'broken';

const NEWS: Partial<Record<CheckoutEventNames, PaddleNews>> = {
  [CheckoutEventNames.CHECKOUT_COMPLETED]: 'completed',
  [CheckoutEventNames.CHECKOUT_CLOSED]: 'closed',
  [CheckoutEventNames.CHECKOUT_PAYMENT_INITIATED]: 'paying',
  [CheckoutEventNames.CHECKOUT_PAYMENT_FAILED]: 'declined',
  [CheckoutEventNames.CHECKOUT_PAYMENT_ERROR]: 'declined',
  [CheckoutEventNames.CHECKOUT_ERROR]: 'broken',
  [CheckoutEventNames.CHECKOUT_FAILED]: 'broken',
};

let listener: ((news: PaddleNews) => void) | null = null;
let loading: Promise<Paddle> | null = null;

/** One listener: Paddle takes a single callback for the lifetime of the page. */
export function listenToPaddle(onNews: ((news: PaddleNews) => void) | null): void {
  listener = onNews;
}

/** Loads Paddle.js once. Rejects if its script cannot be loaded; the next call tries again. */
export function loadPaddle(settings: PaddleSettings): Promise<Paddle> {
  loading ??= load(settings).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load({ clientToken, environment, script }: PaddleSettings): Promise<Paddle> {
  // Paddle's own loader never retries a failed download; it uses `window.PaddleBillingV1`, real or
  // stand-in, if that exists.
  if (!window.PaddleBillingV1) await loadScript(script ?? PADDLE_JS);
  const paddle = await initializePaddle({
    environment,
    token: clientToken,
    eventCallback: (event) => report(event),
  });
  if (!paddle) throw new Error('Paddle.js did not start');
  return paddle;
}

function report(event: PaddleEventData) {
  // A prefilled value was refused; the overlay opens and asks for it.
  if (`${event.name}` === 'checkout.warning') console.warn('Paddle:', event);
  const news = event.name && NEWS[event.name];
  if (news) listener?.(news);
}
