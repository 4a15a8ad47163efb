import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  type DiscountCode,
  type DiscountCodeRequest,
  discountCodeRequest,
} from '#shared/discount.ts';
import { DURATIONS } from '#shared/pricing.ts';
import { codePages, createCode, setCodeActive } from '../api/admin.ts';
import { fieldsOf, showFieldErrors } from '../api/useServerForm.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Switch, useAdminAction } from './actions.tsx';
import { useAddress } from './address.ts';
import { formatUtcDate, pluralize } from './format.ts';
import { ListView } from './ListView.tsx';
import { AdminRow, FlagNote } from './parts.tsx';

export default function CodesView() {
  const address = useAddress();
  const newCode = { kind: 'main', onClick: () => address.open('new', 'code') } as const;
  return (
    <>
      <ListView
        things="discount codes"
        query={() => codePages}
        rowsOf={({ discountCodes }) =>
          discountCodes.map((code) => <CodeRow key={code.id} row={code} />)
        }
        empty="No codes yet. Make the first one, and hand it out."
        action={<Button {...newCode}>New code</Button>}
        above={
          <Button
            {...newCode}
            className="mb-5 max-lg:w-full lg:absolute lg:-top-3.5 lg:right-0 lg:mb-0 lg:min-h-11! lg:py-1!"
          >
            New code
          </Button>
        }
      />
      <NewCodeSheet />
    </>
  );
}

function CodeRow({ row }: { row: DiscountCode }) {
  const { id, code, discountPercent, maxUses, usedCount, expiresAt, minimumDuration } = row;
  const isOver = expiresAt !== null && new Date(expiresAt) <= new Date();
  const isUsedUp = maxUses !== null && usedCount >= maxUses;
  return (
    <AdminRow
      title={<span className="font-mono">{code}</span>}
      aside={
        <Switch
          label={`${code} can be used`}
          on={row.isActive}
          action={{ ...setCodeActive(id), failed: `${code} wasn’t changed` }}
        />
      }
      facts={[
        <strong key="percent" className="text-ink">
          {discountPercent > 0 ? `${discountPercent}% off` : 'Takes nothing off'}
        </strong>,
        maxUses === null
          ? `${pluralize(usedCount, 'use')}, no limit`
          : `${usedCount} of ${maxUses} used`,
        minimumDuration !== null && `from ${minimumDuration} minutes`,
        expiresAt !== null && `until ${formatUtcDate(expiresAt)}`,
        `by ${row.createdByEmail ?? 'a deleted account'}`,
      ]}
    >
      {isOver && <FlagNote>It has expired</FlagNote>}
      {!isOver && isUsedUp && <FlagNote>It’s used up</FlagNote>}
    </AdminRow>
  );
}

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

function NewCodeSheet() {
  const address = useAddress();
  const close = () => address.close('new');
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
        close();
      },
      onError: (error) => showFieldErrors(form, error, FIELDS),
    }),
  );

  return (
    <Sheet
      open={address.get('new') === 'code'}
      onClose={close}
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
