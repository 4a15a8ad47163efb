import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { resetRequest } from '#shared/account.ts';
import { resetPassword } from '../../api/auth.ts';
import { ApiError, failureToast } from '../../api/client.ts';
import { useSendsEmail } from '../../api/config.ts';
import { useAuth } from '../../api/session/session.tsx';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { AuthLayout, SubmittedForm } from './AuthLayout.tsx';

export default function ResetPasswordPage() {
  const token = new URLSearchParams(useSearch()).get('token');
  const sendsEmail = useSendsEmail();
  const [invalidToken, setInvalidToken] = useState<string | null>(null);

  if (!token) {
    return (
      <RequestLink
        heading="This link is incomplete"
        lead={
          <>
            <span className="inline-block">
              {sendsEmail ? 'Open it from the email again' : 'Open the whole link again'},
            </span>{' '}
            <span className="inline-block">or ask for a new one.</span>
          </>
        }
      />
    );
  }
  if (token === invalidToken) {
    return (
      <RequestLink
        heading="This link has expired"
        lead="A link works once, for one hour, and only the newest one works."
      />
    );
  }
  return <ResetForm token={token} onInvalidLink={() => setInvalidToken(token)} />;
}

function RequestLink({ heading, lead }: { heading: string; lead: ReactNode }) {
  return (
    <AuthLayout title="Reset password" heading={heading} lead={lead}>
      <Button kind="main" wide href="/forgot-password">
        Get a new link
      </Button>
    </AuthLayout>
  );
}

/** Calls `onInvalidLink` if the link was used, replaced or has expired. */
function ResetForm({ token, onInvalidLink }: { token: string; onInvalidLink: () => void }) {
  const { refresh } = useAuth();
  const { toast } = useToast();
  const [, navigate] = useLocation();
  const { field, ...form } = useServerForm({
    resolver: zodResolver(resetRequest),
    defaultValues: { token, password: '', confirmPassword: '' },
    failed: (error) =>
      isInvalidLink(error)
        ? onInvalidLink()
        : toast(failureToast('We couldn’t change your password', error)),
    async send(values) {
      await resetPassword({ ...values, token });
      // A browser that was signed in is no longer.
      await refresh();
      toast({ title: 'Password changed', description: 'Sign in with your new password.' });
      navigate('/auth', { replace: true });
    },
  });

  return (
    <AuthLayout
      title="Reset password"
      heading="Choose a new password"
      lead="You’ll be signed out everywhere else."
    >
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
    </AuthLayout>
  );
}

/** An invalid request without field errors is about the link itself. */
function isInvalidLink(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.problem?.code !== 'invalid') return false;
  return Object.keys(error.problem.fields).length === 0;
}
