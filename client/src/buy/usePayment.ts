import {
  CheckoutEventNames,
  initializePaddle,
  type Paddle,
  type PaddleEventData,
} from '@paddle/paddle-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PaddleSettings } from '#shared/config.ts';
import type { Order } from '#shared/order.ts';
import { ApiError, messageOf } from '../api/client.ts';
import { configQuery, useConfig } from '../api/config.ts';
import { keys } from '../api/keys.ts';
import { startCheckout } from '../api/orders.ts';
import { loadScript } from '../api/script.ts';
import { outdateAccount } from '../api/session.ts';
import { type TrackedOrder, track } from '../api/tracking/track.ts';

/** In production, Paddle requires this source for its script. */
const PADDLE_JS = 'https://cdn.paddle.com/paddle/v2/paddle.js';

/** What the overlay reports. Only the server decides whether a payment was made. */
type PaddleNews = 'completed' | 'closed' | 'paying' | 'declined' | 'broken';

const NEWS: Partial<Record<CheckoutEventNames, PaddleNews>> = {
  [CheckoutEventNames.CHECKOUT_COMPLETED]: 'completed',
  [CheckoutEventNames.CHECKOUT_CLOSED]: 'closed',
  [CheckoutEventNames.CHECKOUT_PAYMENT_INITIATED]: 'paying',
  [CheckoutEventNames.CHECKOUT_PAYMENT_FAILED]: 'declined',
  [CheckoutEventNames.CHECKOUT_PAYMENT_ERROR]: 'declined',
  [CheckoutEventNames.CHECKOUT_ERROR]: 'broken',
  [CheckoutEventNames.CHECKOUT_FAILED]: 'broken',
};

let loading: Promise<Paddle> | null = null;
/** Only one overlay opens at a time, and Paddle takes one callback for the page's lifetime. */
let overlay: Paddle | null = null;
let listener: ((news: PaddleNews) => void) | null = null;

/** Loads Paddle.js once. Rejects if its script cannot be loaded; the next call tries again. */
function loadPaddle(settings: PaddleSettings): Promise<Paddle> {
  loading ??= startPaddle(settings).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function startPaddle({ clientToken, environment, script }: PaddleSettings): Promise<Paddle> {
  // Paddle's own loader never retries a failed download; it uses `window.PaddleBillingV1`, real or
  // stand-in, if that exists.
  if (!window.PaddleBillingV1) await loadScript(script ?? PADDLE_JS);
  const paddle = await initializePaddle({ environment, token: clientToken, eventCallback: report });
  if (!paddle) throw new Error('Paddle.js did not start');
  return paddle;
}

function report(event: PaddleEventData) {
  // A prefilled value was refused; the overlay opens and asks for it.
  if (`${event.name}` === 'checkout.warning') console.warn('Paddle:', event);
  const news = event.name && NEWS[event.name];
  if (news) listener?.(news);
}

function closeOverlay() {
  // Ignore the "closed" event that follows.
  listener = null;
  overlay?.Checkout.close();
  overlay = null;
}

/** `paid`: Paddle says so, or it is free; ask the server next. `lapsed`: too late to pay. */
type Phase = 'idle' | 'opening' | 'open' | 'paid' | 'lapsed';
type PaymentNote = { kind: 'failure' | 'note'; text: string } | null;

const DECLINED = 'That payment didn’t go through, and nothing was charged. You can try again.';
const CLOSED = 'Nothing was charged. Your order waits here for an hour.';
const BROKEN = 'The payment window stopped working. Nothing was charged. Please try again.';
/** Only Paddle knows whether a card was charged; paying again checks that before it opens. */
const BROKEN_LATE =
  'The payment window stopped working while you were paying. Please try again: if the payment went through, you won’t be asked to pay twice.';
const BLOCKED =
  'We couldn’t load the payment window. A content blocker or your connection may be in the way.';

const failure = (text: string): PaymentNote => ({ kind: 'failure', text });

/** The overlay closes with the page. */
export function usePayment(order: Pick<Order, 'email'> & TrackedOrder) {
  const client = useQueryClient();
  const { mutateAsync: start } = useMutation(startCheckout);
  const [phase, setPhase] = useState<Phase>('idle');
  const [note, setNote] = useState<PaymentNote>(null);
  const busy = useRef(false);
  const isGone = useRef(false);

  const config = useConfig();
  useEffect(() => {
    // Preload while the buyer reads; if it fails, `pay` tries again and reports it.
    if (config?.paddle) loadPaddle(config.paddle).catch(() => undefined);
  }, [config]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      closeOverlay();
    };
  }, []);

  function finish(next: Phase, said: PaymentNote) {
    busy.current = next !== 'idle';
    setPhase(next);
    setNote(said);
  }

  async function open() {
    const reply = await start(order.id);
    if ('paid' in reply) return finish('paid', null);
    const { paddle: settings } = await client.fetchQuery(configQuery);
    const paddle = settings && (await loadPaddle(settings).catch(() => null));
    // The buyer has left the page meanwhile.
    if (isGone.current) return;
    if (!paddle) return finish('idle', failure(BLOCKED));

    let declined = false;
    let isPaying = false;
    listener = (news) => {
      if (news === 'declined') declined = true;
      if (news === 'paying' || news === 'declined') isPaying = news === 'paying';
      if (news === 'closed') {
        overlay = null;
        finish('idle', declined ? failure(DECLINED) : { kind: 'note', text: CLOSED });
      }
      if (news === 'completed' || news === 'broken') closeOverlay();
      if (news === 'completed') finish('paid', null);
      if (news === 'broken') finish('idle', failure(isPaying ? BROKEN_LATE : BROKEN));
    };
    overlay = paddle;
    paddle.Checkout.open({
      transactionId: reply.transactionId,
      customer: { email: order.email },
      settings: {
        displayMode: 'overlay',
        variant: 'one-page',
        theme: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
        showAddDiscounts: false,
        allowLogout: false,
      },
    });
    track('InitiateCheckout', order);
    finish('open', null);
  }

  function pay() {
    if (busy.current) return;
    busy.current = true;
    setPhase('opening');
    setNote(null);
    open().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 410) return finish('lapsed', null);
      // The free episode may have been used in another window.
      if (error instanceof ApiError) void outdateAccount(client);
      // Refunded or paid meanwhile: the page shows the refetched order.
      if (error instanceof ApiError && error.status === 409) {
        void client.invalidateQueries({ queryKey: keys.order(order.id) });
      }
      finish('idle', failure(messageOf(error)));
    });
  }

  return { phase, note, pay };
}
