import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import type { Account } from '#shared/account.ts';
import type { Order, OrderRequest } from '#shared/order.ts';
import { ApiError, failureToast } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { useToast } from '../ui/Toast.tsx';
import { briefOf } from './brief.ts';
import type { OrderForm } from './form.ts';
import { placeOrder } from './placeOrder.ts';
import { fittingPreview } from './preview/beginning.ts';
import { showAtField } from './showAtField.ts';
import type { DraftStore } from './useOrderForm.ts';
import { useRetryWhenOnline } from './useRetryWhenOnline.ts';

type PlaceOrderOptions = {
  form: UseFormReturn<OrderForm, unknown, OrderRequest>;
  drafts: DraftStore;
  user: Account | null;
  useBonus: boolean;
  /** Why the discount code cannot be used; already shown at its field. */
  codeRefusal: string | null;
};

/**
 * Submits the form and goes on to checkout, or to the episode where nothing is to be paid. Without a
 * connection it waits and submits again; errors go to their fields, or into a toast.
 */
export function usePlaceOrder(options: PlaceOrderOptions) {
  const { form, drafts, user, useBonus, codeRefusal } = options;
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const client = useQueryClient();
  const { mutateAsync: place } = useMutation({ mutationFn: placeOrder });

  const submit = form.handleSubmit(async (request) => {
    if (!navigator.onLine) return retry.wait();
    if (!user) return navigate(signInPath(request.email));
    if (codeRefusal) return form.setFocus('discountCode');
    // The server refuses both together; the code stays in the draft for the next episode.
    const discountCode = useBonus ? undefined : request.discountCode;
    const brief = briefOf(request.topic, form.getValues('brief'));
    const preview = fittingPreview(form.getValues());
    const unread = client.isFetching({ queryKey: keys.newSources });
    try {
      const { order, draft } = await place({
        draft: drafts.get(),
        request: { ...request, discountCode, useBonus, brief, preview },
      });
      drafts.save(draft);
      if (unread > 0) toast(orderedWithout(unread, order));
      if (preview && !order.hasPreview) toast(BEGINS_ANEW);
      const screen = order.status === 'open' ? 'checkout' : 'success';
      navigate(`/${screen}?order=${encodeURIComponent(order.id)}`);
    } catch (error) {
      showError(error, request.email);
    }
  });
  const retry = useRetryWhenOnline(submit);

  function showError(error: unknown, email: string) {
    // The connection broke during the request; if the order did arrive, its key finds it again.
    if (error instanceof TypeError && !navigator.onLine) return retry.wait();
    if (error instanceof ApiError && error.status === 401) return navigate(signInPath(email));
    if (!showAtField(form, error)) toast(failureToast('Your order did not go through', error));
  }
  return { submit, isWaiting: retry.isWaiting };
}

/** The beginning that was heard is not part of it either. */
const BEGINS_ANEW = {
  title: 'Your episode will begin anew',
  description: 'The beginning you heard is no longer kept.',
};

/** What was still being read is not part of the order. */
function orderedWithout(unread: number, { status }: Order) {
  const isOne = unread === 1;
  const why = isOne ? 'It was still being read.' : 'They were still being read.';
  return {
    title: isOne ? 'Ordered without one source' : `Ordered without ${unread} sources`,
    description: status === 'open' ? `${why} To wait for it, tap “Change something”.` : why,
  };
}

const signInPath = (email: string) =>
  `/auth?next=${encodeURIComponent('/create')}&email=${encodeURIComponent(email)}`;
