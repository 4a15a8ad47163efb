import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Account } from '#shared/account.ts';
import type { Order, OrderRequest } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { ApiError, failureToast } from '../api/client.ts';
import { useSendsEmail } from '../api/config.ts';
import { carry, useKeptOrder } from '../api/keptOrder.ts';
import { keys } from '../api/keys.ts';
import { sendOrder } from '../api/orders.ts';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { outdateAccount } from '../api/session.ts';
import { track } from '../api/tracking/track.ts';
import { voicesQuery } from '../api/voices.ts';
import { useToast } from '../ui/Toast.tsx';
import { briefOf } from './brief.ts';
import { type Draft, newDraft, type OrderForm, orderKey } from './draft.ts';
import { type DraftStore, showAtField } from './form.ts';
import { fittingPreview } from './preview/beginning.ts';
import { useOnce, useRetryWhenOnline } from './timing.ts';
import type { Pricing } from './useQuote.ts';

type PlaceOrderOptions = {
  form: OrderForm;
  drafts: DraftStore;
  user: Account | null;
  useBonus: boolean;
  /** As the form shows it: a refused code is explained at its field. */
  pricing: Pricing;
  /** Already said beside the button. */
  hasTooFewMinutes: boolean;
};

/**
 * Goes on to checkout, or to the episode if nothing is to be paid. Without a session the visitor
 * signs in first; then the order goes on by itself, as it does once there is a connection.
 */
export function usePlaceOrder(options: PlaceOrderOptions) {
  const { form, drafts, user, useBonus, pricing, hasTooFewMinutes } = options;
  const { total } = pricing.quote;
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { isLoading, refresh } = useAuth();
  const [, navigate] = useLocation();
  const kept = useKeptOrder();
  const isKept = kept !== null && kept.draftId === drafts.get().id;
  const [isPressed, setPressed] = useState(false);
  const { toast } = useToast();
  const client = useQueryClient();
  const { mutateAsync: place } = useMutation({ mutationFn: placeOrder });
  const isCasting = useQuery(voicesQuery).isPending;

  const order = async (request: OrderRequest) => {
    if (!navigator.onLine) return retry.wait();
    if (isLoading) return setPressed(true);
    if (pricing.refusal !== null) {
      dropKeptOrder();
      return form.setFocus('discountCode');
    }
    if (hasTooFewMinutes) return dropKeptOrder();
    if (!user) return signIn(request, { isKnown: false });
    // The server refuses both together; the code stays in the draft for the next episode.
    const discountCode = useBonus || !sells ? undefined : request.discountCode;
    const brief = briefOf(form.getValues());
    const preview = fittingPreview(form.getValues());
    const unread = client.isFetching({ queryKey: keys.newSources });
    try {
      const { order, draft } = await place({
        draft: drafts.get(),
        request: { ...request, discountCode, useBonus, brief, preview },
      });
      drafts.save(draft);
      if (unread > 0) toast(orderedWithout(unread, order, sells));
      if (preview && !order.hasPreview) toast(BEGINS_ANEW);
      const screen = sells && order.status === 'open' ? 'checkout' : 'success';
      // A kept order leaves no second form behind for the Back button.
      navigate(`/${screen}?order=${encodeURIComponent(order.id)}`, { replace: isKept });
    } catch (error) {
      await showError(error, request);
    }
  };
  const submit = form.handleSubmit(order, (errors) => {
    // The pair comes with the voices, and the address with the session.
    const coming = [...(isCasting ? VOICES : []), ...(isLoading ? (['email'] as const) : [])];
    const missing: string[] = Object.keys(errors);
    // Where nobody is asked for an address, the order takes the account's.
    if (!sendsEmail && !user && !isLoading && missing.every((name) => name === 'email')) {
      return signIn(form.getValues(), { isKnown: false });
    }
    if (!missing.every((name) => coming.some((one) => one === name))) return;
    form.clearErrors(coming);
    setPressed(true);
  });
  const retry = useRetryWhenOnline(submit);
  const isAwaiting = isPressed && (isLoading || isCasting);
  useOnce(isPressed && !isAwaiting, submit);
  useOnce(isKept && user !== null && !pricing.checking, () => {
    if (kept?.total === total || pricing.refusal !== null) return submit();
    dropKeptOrder();
    toast(otherPrice(total));
  });

  /** Once refused, a kept order waits for its buyer: a reload must not send it again. */
  function dropKeptOrder() {
    if (isKept) navigate('/create', { replace: true });
  }

  type Asked = Pick<OrderRequest, 'email' | 'topic' | 'duration'>;
  function signIn({ email, topic, duration }: Asked, { isKnown }: { isKnown: boolean }) {
    const asked = new URLSearchParams({ next: '/create' });
    if (email) asked.set('email', email);
    if (!isKnown) asked.set('tab', 'register');
    const state = carry({ draftId: drafts.get().id, topic, duration, total });
    navigate(`/auth?${asked}`, { state });
  }

  async function showError(error: unknown, request: OrderRequest) {
    // The connection broke during the request; if the order did arrive, its key finds it again.
    if (error instanceof TypeError && !navigator.onLine) return retry.wait();
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (isSignedOut && !(await refresh())) return signIn(request, { isKnown: true });
    dropKeptOrder();
    // The free episode or the minutes may have been used elsewhere.
    void outdateAccount(client);
    if (!sells) void client.invalidateQueries({ queryKey: keys.minutes });
    const title = sells ? 'Your order didn’t go through' : 'We couldn’t start it';
    if (!showAtField(form, error)) toast(failureToast(title, error));
  }
  return { submit, isAwaiting, isWaiting: retry.isWaiting };
}

const VOICES = ['voice1Id', 'voice2Id'] as const;

const BEGINS_ANEW = {
  title: 'Your episode will have a new beginning',
  description: 'We no longer have the one you heard.',
};

function orderedWithout(unread: number, { status }: Order, sells: boolean) {
  const done = sells ? 'Ordered' : 'Started';
  const isOne = unread === 1;
  const why = isOne ? 'It was still being read.' : 'They were still being read.';
  return {
    title: `${done} without ${isOne ? 'one source' : `${unread} sources`}`,
    description:
      sells && status === 'open' ? `${why} To wait for it, tap “Change something”.` : why,
  };
}

const otherPrice = (total: number) => ({
  title: 'The price has changed',
  description: `It’s ${total === 0 ? 'free' : formatPrice(total)} now. To accept it, tap Continue.`,
});

type Placement = { draft: Draft; request: OrderRequest };

/**
 * Places the order, or finds the one already placed for the same content. An expired order cannot
 * be paid, so a renewed draft is ordered instead. Returns the draft to keep. Throws as `call` does.
 */
async function placeOrder({ draft, request }: Placement): Promise<{ order: Order; draft: Draft }> {
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
