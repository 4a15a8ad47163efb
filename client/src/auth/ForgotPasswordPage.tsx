import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ForgotRequest, forgotRequest } from '#shared/account.ts';
import { forgotPassword } from '../api/auth.ts';
import { failureToast } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { useToast } from '../ui/Toast.tsx';
import { AuthLayout } from './AuthLayout.tsx';

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <RequestForm onSent={setSentTo} />
  ) : (
    <Sent email={sentTo} onAgain={() => setSentTo(null)} />
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { toast } = useToast();
  const { mutateAsync: requestLink } = useMutation(forgotPassword);
  const form = useForm<ForgotRequest>({
    resolver: zodResolver(forgotRequest),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (values) => {
    try {
      await requestLink(values);
      onSent(values.email);
    } catch (error) {
      toast(failureToast('The letter was not sent', error));
    }
  });

  return (
    <AuthLayout
      title="Forgot password"
      heading="Forgot your password?"
      lead="Tell us your email and we send you a link to choose a new one."
    >
      <form noValidate method="post" onSubmit={send} className="flex flex-col gap-4">
        <EmailField
          label="Email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button
          type="submit"
          kind="main"
          wide
          className="mt-1"
          pending={isSubmitting}
          pendingLabel="Sending the link..."
        >
          Send the link
        </Button>
      </form>
    </AuthLayout>
  );
}

/** The same for every address, so that it does not reveal whether an account exists. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthLayout
      title="Forgot password"
      heading="Check your mail"
      lead={
        <>
          If there is an account for <strong className="break-words text-ink">{email}</strong>, a
          letter is on its way. Its link works once, for one hour.
        </>
      }
    >
      <p className="mb-4 text-center text-soft">
        Nothing there after a few minutes? Look where the spam goes, or ask again.
      </p>
      <Button wide onClick={onAgain}>
        Ask again
      </Button>
    </AuthLayout>
  );
}
