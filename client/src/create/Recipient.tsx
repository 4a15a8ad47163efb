import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { Account } from '#shared/account.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import type { OrderControl } from './form.ts';

type RecipientProps = { control: OrderControl; user: Account | null };

/** Where the tape goes: a line for whoever is signed in, a field for a visitor. */
export function Recipient({ control, user }: RecipientProps) {
  const { field, fieldState } = useController({ control, name: 'email' });
  const [changing, setChanging] = useState(false);
  const error = fieldState.error?.message;

  if (user && !changing && !error) {
    return (
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0">
          <span className="text-soft">To </span>
          <strong className="[overflow-wrap:anywhere]">{field.value || user.email}</strong>
        </span>
        <Button kind="quiet" onClick={() => setChanging(true)} className="-mx-1">
          Change
        </Button>
      </p>
    );
  }
  return (
    <EmailField
      {...field}
      label="Where should we send it?"
      autoFocus={changing}
      error={error}
      hint={user ? undefined : 'Your account will have this address.'}
    />
  );
}
