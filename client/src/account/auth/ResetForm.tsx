import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { resetRequest } from '#shared/account.ts';
import { resetPassword } from '../../api/auth.ts';
import { ApiError, failureToast } from '../../api/client.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { SubmittedForm } from './AuthLayout.tsx';

/** Calls `onInvalidLink` if the link was used, replaced or has expired. */
export function ResetForm({ token, onInvalidLink }: { token: string; onInvalidLink: () => void }) {
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: reset } = useMutation(resetPassword);
  const [, navigate] = useLocation();
  const { field, ...form } = useServerForm({
    resolver: zodResolver(resetRequest),
    defaultValues: { token, password: '', confirmPassword: '' },
    failed: (error) =>
      isInvalidLink(error)
        ? onInvalidLink()
        : toast(failureToast('We couldn’t change your password', error)),
    async send(values) {
      await reset({ ...values, token });
      // A browser that was signed in is no longer.
      await refresh();
      toast({ title: 'Password changed', description: 'Sign in with your new password.' });
      navigate('/auth', { replace: true });
    },
  });

  return (
    <SubmittedForm {...form} submitLabel="Save the new password" pendingLabel="Saving...">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        placeholder="At least 6 characters"
        {...field('password')}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
    </SubmittedForm>
  );
}

/** An invalid request without field errors is about the link itself. */
function isInvalidLink(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.problem?.code !== 'invalid') return false;
  return Object.keys(error.problem.fields).length === 0;
}
