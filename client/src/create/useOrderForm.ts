import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import type { OrderRequest } from '#shared/order.ts';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { useDemoWriter, useSendsEmail } from '../api/config.ts';
import { useToast } from '../ui/Toast.tsx';
import { type Draft, newDraft, writeDraft } from './draft.ts';
import { type OrderForm, orderResolver } from './form.ts';

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

export function useOrderForm(draft: Draft, user: Account | null) {
  const isDemo = useDemoWriter();
  const mayAsk = useMayAsk();
  const form = useForm<OrderForm, unknown, OrderRequest>({
    defaultValues: draft.values,
    resolver: orderResolver.resolver,
    context: { requiresDemoSubject: isDemo && mayAsk },
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
  useEffect(orderResolver.loadBeforeUse, []);
  const address = user?.email;
  const sendsEmail = useSendsEmail();
  useEffect(() => {
    // Where no emails are sent, nobody is asked for another address.
    const isWanted = !sendsEmail || !form.getValues('email');
    if (address && isWanted) form.setValue('email', address);
  }, [address, sendsEmail, form]);

  function open(next: Draft) {
    form.reset(next.values);
    drafts.save(next);
    setDraftId(next.id);
    window.scrollTo(0, 0);
  }
  const { toast } = useToast();
  const endUndo = useRef(() => {});
  // Once this form is gone, there is nothing that Undo could bring back.
  useEffect(() => () => endUndo.current(), []);
  function startOver() {
    const before = structuredClone(drafts.get());
    open(newDraft({ email: address ?? '' }));
    endUndo.current = toast({
      title: 'You’re starting over',
      action: { label: 'Undo', run: () => open(before) },
    });
  }
  return { form, drafts, draftId, startOver };
}
