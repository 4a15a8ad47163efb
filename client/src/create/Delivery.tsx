import { Check } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { formatPrice } from '#shared/pricing.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { OrderControl } from './draft.ts';
import type { Pricing } from './useQuote.ts';

type RecipientProps = { control: OrderControl; user: Account | null };
type CodeFieldProps = { control: OrderControl; pricing: Pricing };
type DeliveryProps = RecipientProps & CodeFieldProps & { useBonus: boolean };

export function Delivery({ control, user, pricing, useBonus }: DeliveryProps) {
  const sells = useSales();
  return (
    <section aria-label="Delivery" className="flex flex-col gap-3 lg:gap-0">
      <Recipient control={control} user={user} />
      {sells &&
        (useBonus ? (
          <p className="text-meta text-soft">Codes can’t be combined with the free episode.</p>
        ) : (
          <div>
            <CodeField control={control} pricing={pricing} />
          </div>
        ))}
    </section>
  );
}

function Recipient({ control, user }: RecipientProps) {
  const { field, fieldState } = useController({ control, name: 'email' });
  // Stays open once opened: it must not close while the user corrects the address.
  const [opened, setOpened] = useState<'by hand' | 'by error' | null>(null);
  const error = fieldState.error?.message;
  if (error && !opened) setOpened('by error');

  if (user && !opened) {
    return (
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0">
          <span className="text-soft">To </span>
          <strong className="[overflow-wrap:anywhere]">{field.value || user.email}</strong>
        </span>
        <Button kind="quiet" onClick={() => setOpened('by hand')} className="-mx-1">
          Change
        </Button>
      </p>
    );
  }
  return (
    <EmailField
      {...field}
      label="Where should we send it?"
      autoFocus={opened === 'by hand'}
      error={error}
      className="lg:mt-2.5"
      hint={user ? undefined : 'We’ll use it for your account, too.'}
    />
  );
}

function CodeField({ control, pricing }: CodeFieldProps) {
  const { field, fieldState } = useController({ control, name: 'discountCode' });
  const [asked, setAsked] = useState(false);
  const { discountAmount } = pricing.quote;
  const error = fieldState.error?.message ?? pricing.refusal ?? undefined;

  if (!asked && !field.value) {
    return (
      <Button kind="quiet" onClick={() => setAsked(true)} className="-mx-1 lg:-mt-1 lg:-mb-2.5">
        Add a code
      </Button>
    );
  }
  const remove = () => {
    field.onChange('');
    setAsked(false);
  };
  return (
    <div className="relative">
      <TextField
        {...field}
        label="Discount code"
        // Only after the click that shows the field, not for a restored draft.
        autoFocus={asked}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        // The code applies as it is typed; Enter must not place the order.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        maxLength={50}
        error={error}
        className="[&_input]:pr-24"
      />
      <Button kind="quiet" onClick={remove} className="absolute top-9.5 right-3">
        Remove
      </Button>
      <p role="status" className="mt-2 flex min-h-6 items-center gap-2">
        {pricing.checking && <span className="text-soft">Checking the code...</span>}
        {pricing.unchecked && !pricing.checking && !error && (
          <span className="text-soft">
            We can’t check the code right now. We will when you order.
          </span>
        )}
        {pricing.code && !error && (
          <>
            <Check aria-hidden size={20} className="shrink-0" />
            {pricing.code.toUpperCase()}:{' '}
            {discountAmount > 0 ? `${formatPrice(discountAmount)} off` : 'takes nothing off'}
          </>
        )}
      </p>
    </div>
  );
}
