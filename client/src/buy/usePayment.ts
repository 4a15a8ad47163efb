import type { Paddle } from '@paddle/paddle-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '#shared/order.ts';
import { ApiError, messageOf } from '../api/client.ts';
import { configQuery, useConfig } from '../api/config.ts';
import { keys } from '../api/keys.ts';
import { startCheckout } from '../api/orders.ts';
import { outdateAccount } from '../api/session.ts';
import { type TrackedOrder, track } from '../api/tracking/track.ts';
import { listenToPaddle, loadPaddle } from './paddle.ts';

export type Payment = {
  /** `paid`: Paddle says so, or it is free; ask the server next. `lapsed`: too late to pay. */
  phase: 'idle' | 'opening' | 'open' | 'paid' | 'lapsed';
  note: { kind: 'failure' | 'note'; text: string } | null;
  pay: () => void;
};

const DECLINED = 'That payment didn’t go through, and nothing was charged. You can try again.';
const CLOSED = 'Nothing was charged. Your order waits here for an hour.';
const BROKEN = 'The payment window stopped working. Nothing was charged. Please try again.';
/** Only Paddle knows whether a card was charged; paying again checks that before it opens. */
const BROKEN_LATE =
  'The payment window stopped working while you were paying. Please try again: if the payment went through, you won’t be asked to pay twice.';
const BLOCKED =
  'We couldn’t load the payment window. A content blocker or your connection may be in the way.';

const failure = (text: string) => ({ kind: 'failure' as const, text });

/** Only one overlay opens at a time, and it closes with the page. */
export function usePayment(order: Pick<Order, 'email'> & TrackedOrder): Payment {
  const client = useQueryClient();
  const { mutateAsync: start } = useMutation(startCheckout);
  const [phase, setPhase] = useState<Payment['phase']>('idle');
  const [note, setNote] = useState<Payment['note']>(null);
  const busy = useRef(false);
  const isGone = useRef(false);
  const overlay = useRef<Paddle | null>(null);

  const config = useConfig();
  useEffect(() => {
    // Preload while the buyer reads; if it fails, `pay` tries again and reports it.
    if (config?.paddle) loadPaddle(config.paddle).catch(() => undefined);
  }, [config]);

  const finish = useCallback((next: Payment['phase'], said: Payment['note']) => {
    busy.current = next !== 'idle';
    setPhase(next);
    setNote(said);
  }, []);

  const closeOverlay = useCallback(() => {
    // Ignore the "closed" event that follows.
    listenToPaddle(null);
    overlay.current?.Checkout.close();
    overlay.current = null;
  }, []);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      closeOverlay();
    };
  }, [closeOverlay]);

  const open = useCallback(async () => {
    const reply = await start(order.id);
    if ('paid' in reply) return finish('paid', null);
    const { paddle: settings } = await client.fetchQuery(configQuery);
    const paddle = settings && (await loadPaddle(settings).catch(() => null));
    // The buyer has left the page meanwhile.
    if (isGone.current) return;
    if (!paddle) return finish('idle', failure(BLOCKED));

    let declined = false;
    let isPaying = false;
    listenToPaddle((news) => {
      if (news === 'declined') declined = true;
      if (news === 'paying' || news === 'declined') isPaying = news === 'paying';
      if (news === 'closed') {
        overlay.current = null;
        finish('idle', declined ? failure(DECLINED) : { kind: 'note', text: CLOSED });
      }
      if (news === 'completed' || news === 'broken') closeOverlay();
      if (news === 'completed') finish('paid', null);
      if (news === 'broken') finish('idle', failure(isPaying ? BROKEN_LATE : BROKEN));
    });
    overlay.current = paddle;
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
  }, [client, closeOverlay, finish, order, start]);

  const pay = useCallback(() => {
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
  }, [client, finish, open, order.id]);

  return { phase, note, pay };
}
