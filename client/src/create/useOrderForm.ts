import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import type { OrderRequest } from '#shared/order.ts';
import { useSendsEmail } from '../api/config.ts';
import { type Draft, newDraft, writeDraft } from './draft.ts';
import { checks, type OrderForm } from './form.ts';

/** The draft behind the form: what is saved is on this device at once. */
export type DraftStore = { get: () => Draft; save: (draft: Draft) => void };

function storeOf(draft: Draft): DraftStore {
  let current = draft;
  return {
    get: () => current,
    save(next) {
      current = next;
      writeDraft(next);
    },
  };
}

/** The create form, which saves every change to its draft and fills in the user's address. */
export function useOrderForm(draft: Draft, user: Account | null) {
  const form = useForm<OrderForm, unknown, OrderRequest>({
    defaultValues: draft.values,
    resolver: checks.resolver,
  });
  const [drafts] = useState(() => storeOf(draft));
  const [draftId, setDraftId] = useState(draft.id);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => drafts.save({ ...drafts.get(), values }),
      }),
    [form, drafts],
  );
  useEffect(checks.loadBeforeUse, []);
  const address = user?.email;
  const sendsEmail = useSendsEmail();
  useEffect(() => {
    // Without letters nobody is asked for another.
    const isWanted = !sendsEmail || !form.getValues('email');
    if (address && isWanted) form.setValue('email', address);
  }, [address, sendsEmail, form]);

  function startOver() {
    const fresh = newDraft({ email: address ?? '' });
    form.reset(fresh.values);
    drafts.save(fresh);
    setDraftId(fresh.id);
    window.scrollTo(0, 0);
  }
  return { form, drafts, draftId, startOver };
}
