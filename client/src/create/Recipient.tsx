import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import type { OrderControl } from './form.ts';

type RecipientProps = { control: OrderControl; user: Account | null };

export function Recipient({ control, user }: RecipientProps) {
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
