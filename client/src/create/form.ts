import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import type { OrderRequest } from '#shared/order.ts';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { ApiError } from '../api/client.ts';
import { useDemoWriter, useSendsEmail } from '../api/config.ts';
import { showFieldErrors } from '../api/useServerForm.ts';
import { lazyResolver } from '../ui/lazyResolver.ts';
import { useToast } from '../ui/Toast.tsx';
import { type Draft, type DraftValues, newDraft, type OrderForm, writeDraft } from './draft.ts';

const orderResolver = lazyResolver<DraftValues, OrderRequest>(
  async () => (await import('./orderResolver.ts')).resolveOrder,
);

/** In the order of the form. A length has no place for an error; a toast shows it. */
const FIELDS = [
  'topic',
  'sources',
  'voice1Id',
  'voice2Id',
  'tone',
  'style',
  'email',
  'discountCode',
] as const satisfies readonly (keyof DraftValues)[];

/** The field of a problem that names none, by the problem's code. */
const FIELD_OF: Record<string, (typeof FIELDS)[number]> = {
  topic_refused: 'topic',
  discount_refused: 'discountCode',
};

/** Returns false if the error belongs to no field. */
export function showAtField(form: OrderForm, error: unknown): boolean {
  if (showFieldErrors(form, error, FIELDS)) return true;
  const problem = error instanceof ApiError ? error.problem : null;
  const field = problem && FIELD_OF[problem.code];
  if (!field) return false;
  form.setError(field, { message: problem.message }, { shouldFocus: true });
  return true;
}

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
  const form = useForm<DraftValues, unknown, OrderRequest>({
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
