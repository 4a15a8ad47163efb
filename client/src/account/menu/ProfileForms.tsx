import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import { type Account, type AccountPatch, accountPatch } from '#shared/account.ts';
import { changeAccount } from '../../api/account.ts';
import { ApiError, failureToast } from '../../api/client.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';

function useChange() {
  const { refresh } = useAuth();

  return async (patch: AccountPatch): Promise<void> => {
    try {
      await changeAccount(patch);
      await refresh();
    } catch (error) {
      // The session has ended: refreshing it makes `Guarded` redirect to the sign-in and back.
      if (error instanceof ApiError && error.problem?.code === 'unauthenticated') void refresh();
      throw error;
    }
  };
}

type FormProps = { user: Account; onSaved: () => void };

const names = accountPatch.pick({ firstName: true, lastName: true });

export function NameForm({ user, onSaved }: FormProps) {
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

const newPassword = accountPatch.shape.password.unwrap();
const firstPassword = z.object({ password: newPassword });
const nextPassword = z.object({
  password: newPassword.extend({
    current: z.string().min(1, 'Please enter your current password').max(1000),
  }),
});

export function PasswordForm({ user, onSaved }: FormProps) {
  const { email, hasPassword } = user;
  const { toast } = useToast();
  const change = useChange();
  const { field, submit, isSubmitting } = useServerForm<z.infer<typeof firstPassword>>({
    resolver: zodResolver(hasPassword ? nextPassword : firstPassword),
    defaultValues: { password: { current: '', new: '' } },
    fields: ['password.current', 'password.new'],
    failed: 'Your password wasn’t changed',
    async send(patch) {
      await change(patch);
      toast(
        hasPassword
          ? { title: 'Password changed', description: 'Every other device is signed out.' }
          : { title: 'Password set', description: 'From now on you can sign in with it, too.' },
      );
      onSaved();
    },
  });

  return (
    <Form onSubmit={submit}>
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid gap-4 sm:grid-cols-2">
        {hasPassword && (
          <PasswordField
            autoFocus
            label="Current password"
            autoComplete="current-password"
            {...field('password.current')}
          />
        )}
        <PasswordField
          autoFocus={!hasPassword}
          label="New password"
          autoComplete="new-password"
          placeholder="At least 6 characters"
          {...field('password.new')}
        />
      </div>
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </Form>
  );
}

export function Memory({ user }: { user: Account }) {
  const { toast } = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: useChange(),
    onError: (error) => toast(failureToast('That wasn’t saved', error)),
  });
  const why = useId();

  return (
    <li>
      <Checkbox
        checked={isPending ? variables.hasMemory === true : user.hasMemory}
        describedBy={why}
        onChange={(hasMemory) => isPending || mutate({ hasMemory })}
      >
        <span className="font-bold">Remember what I’ve heard</span>
      </Checkbox>
      <p id={why} className="-mt-2 mb-2 pl-10 text-meta text-soft">
        So a second episode on a topic doesn’t repeat the first.
      </p>
    </li>
  );
}
