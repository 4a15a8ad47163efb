import { Check } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { formatPrice } from '#shared/pricing.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { OrderControl } from './form.ts';
import type { Pricing } from './useQuote.ts';

type CodeFieldProps = { control: OrderControl; pricing: Pricing };

export function CodeField({ control, pricing }: CodeFieldProps) {
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
