import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Account, accountPatch } from '#shared/account.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { useChange } from './useChange.ts';

const names = accountPatch.pick({ firstName: true, lastName: true });
type Names = z.input<typeof names>;

/** First and last name, both optional. */
export function NameForm({ user }: { user: Account }) {
  const { toast } = useToast();
  const form = useForm<Names>({
    // Send the raw input: the server parses it with the same schema, which maps an empty name to null.
    resolver: zodResolver(names, undefined, { raw: true }),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
  });
  const { errors, isSubmitting } = form.formState;
  const change = useChange(form, { firstName: 'firstName', lastName: 'lastName' });

  const save = form.handleSubmit(async (typed) => {
    const saved = await change(typed, 'Your name was not saved');
    if (!saved) return;
    form.reset({ firstName: saved.firstName ?? '', lastName: saved.lastName ?? '' });
    toast({ title: 'Name saved' });
  });

  return (
    <form noValidate method="post" onSubmit={save} aria-labelledby="your-name">
      <h3 id="your-name">Your name</h3>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        Save name
      </Button>
    </form>
  );
}
