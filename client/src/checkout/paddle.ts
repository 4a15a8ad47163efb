import {
  CheckoutEventNames,
  initializePaddle,
  type Paddle,
  type PaddleEventData,
} from '@paddle/paddle-js';
import type { ClientConfig } from '#shared/config.ts';
import { loadScript } from '../script.ts';

/** Where Paddle wants its script to come from in production. */
const PADDLE_JS = 'https://cdn.paddle.com/paddle/v2/paddle.js';

/** What the overlay says of the payment. The server alone decides whether it was made. */
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

/** Whoever is on screen hears the news, or nobody; Paddle itself takes one callback for its whole life. */
export function listenToPaddle(hear: ((news: PaddleNews) => void) | null): void {
  listener = hear;
}

/**
 * Paddle.js, loaded once for all checkouts of this visit. Rejects when its script cannot be had;
 * the next call then tries anew.
 */
export function loadPaddle(settings: ClientConfig['paddle']): Promise<Paddle> {
  loading ??= load(settings).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load({ clientToken, environment, script }: ClientConfig['paddle']): Promise<Paddle> {
  // Paddle's loader remembers a failed download for ever, so the script is fetched here; it then
  // finds `window.PaddleBillingV1` and uses that, the real one as well as the stand-in.
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
  // What was filled in for the buyer and does not fit; the overlay opens and asks for it.
  if (`${event.name}` === 'checkout.warning') console.warn('Paddle:', event);
  const news = event.name && NEWS[event.name];
  if (news) listener?.(news);
}
