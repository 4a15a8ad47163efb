import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { forgotRequest } from '#shared/account.ts';
import { forgotPassword } from '../../api/auth.ts';
import { useConfig, useSendsEmail } from '../../api/config.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { Button } from '../../ui/Button.tsx';
import { EmailField } from '../../ui/EmailField.tsx';
import { AuthLayout, SubmittedForm } from './AuthLayout.tsx';

export default function ForgotPasswordPage() {
  const sendsEmail = useSendsEmail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (!sendsEmail) return <AskTheHost />;
  return sentTo === null ? (
    <RequestForm onSent={setSentTo} />
  ) : (
    <Sent email={sentTo} onAgain={() => setSentTo(null)} />
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, ...form } = useServerForm({
    resolver: zodResolver(forgotRequest),
    defaultValues: { email: '' },
    failed: 'We couldn’t send the email',
    async send(values) {
      await forgotPassword(values);
      onSent(values.email);
    },
  });
  return (
    <AuthLayout
      title="Forgot password"
      heading="Forgot your password?"
      lead="Tell us your email and we’ll send you a link."
    >
      <SubmittedForm {...form} submitLabel="Send the link" pendingLabel="Sending the link...">
        <EmailField label="Email" autoComplete="username" {...field('email')} />
      </SubmittedForm>
    </AuthLayout>
  );
}

function AskTheHost() {
  const isKnown = useConfig() !== null;
  return (
    <AuthLayout
      title="Forgot password"
      heading="Forgot your password?"
      lead={
        isKnown &&
        'This house sends no email. Ask whoever runs it for a link to choose a new password.'
      }
    >
      {isKnown && (
        <p className="text-center text-meta text-soft">
          You run it? <code>npm run admin -- reset EMAIL</code> prints the link.
        </p>
      )}
    </AuthLayout>
  );
}

/** The same for every address, so as not to reveal whether an account exists. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthLayout
      title="Forgot password"
      heading="Check your email"
      lead={
        <>
          If there is an account for <strong className="break-words text-ink">{email}</strong>, a
          link is on its way. It works once, for one hour.
        </>
      }
    >
      <p className="mb-4 text-center text-soft lg:mb-6">
        Nothing there after a few minutes? Check your spam, or try again.
      </p>
      <Button wide onClick={onAgain}>
        Try again
      </Button>
    </AuthLayout>
  );
}
