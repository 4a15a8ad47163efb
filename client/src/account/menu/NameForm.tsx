import { zodResolver } from '@hookform/resolvers/zod';
import type { z } from 'zod';
import { type Account, accountPatch } from '#shared/account.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { useChange } from './useChange.ts';

const names = accountPatch.pick({ firstName: true, lastName: true });

type NameFormProps = { user: Account; onSaved: () => void };

export function NameForm({ user, onSaved }: NameFormProps) {
  const { toast } = useToast();
  const change = useChange();
  const { field, submit, isSubmitting } = useServerForm<z.input<typeof names>>({
    // Sends the raw input: the server's parse with the same schema maps an empty name to null.
    resolver: zodResolver(names, undefined, { raw: true }),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    fields: ['firstName', 'lastName'],
    failed: 'Your name wasn’t saved',
    async send(typed) {
      await change(typed);
      toast({ title: 'Name saved' });
      onSaved();
    },
  });

  return (
    <Form onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField autoFocus label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        Save name
      </Button>
    </Form>
  );
}
