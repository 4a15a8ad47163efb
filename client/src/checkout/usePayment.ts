import type { Paddle } from '@paddle/paddle-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '#shared/order.ts';
import { ApiError, messageOf } from '../api/client.ts';
import { configQuery, useConfig } from '../api/config.ts';
import { keys } from '../api/keys.ts';
import { startCheckout } from '../api/orders.ts';
import { type TrackedOrder, track } from '../tracking/track.ts';
import { listenToPaddle, loadPaddle } from './paddle.ts';

export type Payment = {
  /**
   * `paid` means that Paddle says so or that there is nothing to pay: time to ask the server.
   * `lapsed`: the order waited too long and cannot be paid any more.
   */
  phase: 'idle' | 'opening' | 'open' | 'paid' | 'lapsed';
  /** What went wrong, or what closing the overlay means; null when there is nothing to say. */
  note: { kind: 'failure' | 'note'; text: string } | null;
  pay: () => void;
};

const DECLINED = 'That payment did not go through, and nothing was charged. You can try again.';
const CLOSED = 'Nothing was charged. Your order waits here for an hour.';
const BROKEN = 'The payment window stopped working. Nothing was charged. Please try again.';
/** Once a card was asked only Paddle knows; paying again finds out before it opens anything. */
const BROKEN_LATE =
  'The payment window stopped working while you were paying. Please try again: if the payment went through, you are not asked to pay twice.';
const BLOCKED =
  'The payment window could not be loaded. A content blocker or the connection may be in the way.';

const failure = (text: string) => ({ kind: 'failure' as const, text });

/**
 * Pays one order in Paddle's overlay. However often `pay` is called, one overlay opens; it lies over
 * this page alone and goes with it.
 */
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
    // On its way while the buyer reads; if it fails now, `pay` tries again and says so.
    if (config) loadPaddle(config.paddle).catch(() => undefined);
  }, [config]);

  const finish = useCallback((next: Payment['phase'], said: Payment['note']) => {
    busy.current = next !== 'idle';
    setPhase(next);
    setNote(said);
  }, []);

  const closeOverlay = useCallback(() => {
    // It has nothing more to say; its "closed" is our own doing.
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
    const paddle = await loadPaddle(settings).catch(() => null);
    // The buyer went elsewhere while it was on its way.
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
      // Refunded or paid in the meantime: the order itself knows, and the page shows it.
      if (error instanceof ApiError && error.status === 409) {
        void client.invalidateQueries({ queryKey: keys.order(order.id) });
      }
      finish('idle', failure(messageOf(error)));
    });
  }, [client, finish, open, order.id]);

  return { phase, note, pay };
}
