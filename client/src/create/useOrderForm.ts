import { useCallback, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import type { OrderRequest } from '#shared/order.ts';
import { type Draft, newDraft, writeDraft } from './draft.ts';
import { checks, type OrderForm } from './form.ts';

/** The draft behind the form: what is saved is on this device at once. */
export type DraftStore = { get: () => Draft; save: (draft: Draft) => void };

type OrderFormState = {
  form: UseFormReturn<OrderForm, unknown, OrderRequest>;
  drafts: DraftStore;
  startOver: () => void;
};

/** The create form, which saves every change to its draft and fills in the user's address. */
export function useOrderForm(draft: Draft, user: Account | null): OrderFormState {
  const form = useForm<OrderForm, unknown, OrderRequest>({
    defaultValues: draft.values,
    resolver: checks.resolver,
  });
  const current = useRef(draft);
  const get = useCallback(() => current.current, []);
  const save = useCallback((next: Draft) => {
    current.current = next;
    writeDraft(next);
  }, []);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => save({ ...get(), values }),
      }),
    [form, get, save],
  );
  useEffect(checks.loadBeforeUse, []);
  const address = user?.email;
  useEffect(() => {
    if (address && !form.getValues('email')) form.setValue('email', address);
  }, [address, form]);

  function startOver() {
    const fresh = newDraft({ email: address ?? '' });
    form.reset(fresh.values);
    save(fresh);
    window.scrollTo(0, 0);
  }
  return { form, drafts: { get, save }, startOver };
}
