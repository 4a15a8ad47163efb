import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { type Account, accountPatch } from '#shared/account.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { useChange } from './useChange.ts';

const first = accountPatch.shape.password.unwrap();
const next = first.extend({
  current: z.string().min(1, 'Please enter your current password').max(1000),
});

type PasswordFormProps = { user: Account; onSaved: () => void };

export function PasswordForm({ user, onSaved }: PasswordFormProps) {
  const { email, hasPassword } = user;
  const { toast } = useToast();
  const change = useChange();
  const { field, submit, isSubmitting } = useServerForm<z.infer<typeof first>>({
    resolver: zodResolver(hasPassword ? next : first),
    defaultValues: { current: '', new: '' },
    fields: [
      ['password.current', 'current'],
      ['password.new', 'new'],
    ],
    failed: 'Your password wasn’t changed',
    async send(password) {
      await change({ password });
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
            {...field('current')}
          />
        )}
        <PasswordField
          autoFocus={!hasPassword}
          label="New password"
          autoComplete="new-password"
          placeholder="At least 6 characters"
          {...field('new')}
        />
      </div>
      <Button type="submit" className="mt-4" pending={isSubmitting} pendingLabel="Saving...">
        {hasPassword ? 'Change password' : 'Set password'}
      </Button>
    </Form>
  );
}
