import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { type ResetRequest, resetRequest } from '#shared/account.ts';
import { resetPassword } from '../api/auth.ts';
import { ApiError, failureToast } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useToast } from '../ui/Toast.tsx';
import { useAuth } from './session.tsx';

/** The new password, twice. `onInvalidLink` is called if the link was used, replaced or has expired. */
export function ResetForm({ token, onInvalidLink }: { token: string; onInvalidLink: () => void }) {
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: reset } = useMutation(resetPassword);
  const [, navigate] = useLocation();
  const form = useForm<ResetRequest>({
    resolver: zodResolver(resetRequest),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (values) => {
    try {
      await reset({ ...values, token });
      // This browser may have been signed in, and is no longer.
      await refresh();
      toast({ title: 'Password changed', description: 'Sign in with your new password.' });
      navigate('/auth', { replace: true });
    } catch (error) {
      if (isInvalidLink(error)) return onInvalidLink();
      toast(failureToast('Your password was not changed', error));
    }
  });

  return (
    <form noValidate method="post" onSubmit={send} className="flex flex-col gap-4">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        placeholder="At least 6 characters"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button
        type="submit"
        kind="main"
        wide
        className="mt-1"
        pending={isSubmitting}
        pendingLabel="Saving..."
      >
        Save the new password
      </Button>
    </form>
  );
}

/** An invalid request without field errors is about the link itself. */
function isInvalidLink(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.problem?.code !== 'invalid') return false;
  return Object.keys(error.problem.fields).length === 0;
}
