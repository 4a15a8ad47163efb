import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { useSendsEmail } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { ResetForm } from './ResetForm.tsx';

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
  return (
    <AuthLayout
      title="Reset password"
      heading="Choose a new password"
      lead="You’ll be signed out everywhere else."
    >
      <ResetForm token={token} onInvalidLink={() => setInvalidToken(token)} />
    </AuthLayout>
  );
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
