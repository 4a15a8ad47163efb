import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type DiscountCodeRequest, discountCodeRequest } from '#shared/discount.ts';
import { DURATIONS } from '#shared/pricing.ts';
import { createCode } from '../api/admin.ts';
import { fieldsOf, showFieldErrors } from '../api/useServerForm.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useAdminAction } from './useAdminAction.ts';

type Fields = z.input<typeof discountCodeRequest>;

const FIELDS = ['code', 'discountPercent', 'maxUses', 'expiresAt', 'minimumDuration'] as const;

/** An empty field sends nothing; anything else must be a number. */
const asNumber = { setValueAs: (text: unknown) => (text === '' ? undefined : Number(text)) };
/** Also accepts the comma of European keyboards. */
const asPercent = {
  setValueAs: (text: unknown) => asNumber.setValueAs(String(text ?? '').replace(',', '.')),
};
const digits = { inputMode: 'numeric', autoComplete: 'off' } as const;

const lengths = [
  ['', 'Every length'] as const,
  ...DURATIONS.map((minutes) => [String(minutes), `${minutes} minutes and more`] as const),
];

export function NewCodeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId();
  const form = useForm<Fields, unknown, DiscountCodeRequest>({
    resolver: zodResolver(discountCodeRequest),
    defaultValues: { code: '' },
  });
  const field = fieldsOf(form);
  const action = useAdminAction({
    ...createCode,
    done: ({ discountCode }) => `${discountCode.code} is ready to use`,
    failed: 'The code wasn’t created',
  });

  const create = form.handleSubmit((request) =>
    action.start(request, {
      onSuccess() {
        form.reset();
        onClose();
      },
      onError: (error) => showFieldErrors(form, error, FIELDS),
    }),
  );

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="What’s the code?"
      footer={
        <Button
          kind="main"
          wide
          type="submit"
          form={id}
          pending={action.isPending}
          pendingLabel="Creating..."
        >
          Create code
        </Button>
      }
    >
      <Form id={id} onSubmit={create} className="flex flex-col gap-5">
        <TextField
          label="Code"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          hint="Buyers can type it in upper or lower case."
          {...field('code')}
        />
        <TextField
          label="Percent off"
          {...digits}
          inputMode="decimal"
          hint="0 to 100, such as 20 or 12.5. A price below 70 cents becomes free."
          {...field('discountPercent', asPercent)}
        />
        <TextField label="How many uses (optional)" {...digits} {...field('maxUses', asNumber)} />
        <TextField
          label="Last day (optional)"
          type="date"
          hint="It expires at midnight UTC."
          {...field('expiresAt')}
        />
        <SelectField
          label="Which lengths"
          options={lengths}
          {...field('minimumDuration', asNumber)}
        />
      </Form>
    </Sheet>
  );
}
