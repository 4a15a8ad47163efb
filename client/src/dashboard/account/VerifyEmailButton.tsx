import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resendVerification } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { useAuth } from '../../auth/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';

/** Explains how to verify the email address, and sends the verification email again. */
export function VerifyEmailButton() {
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: resend } = useMutation(resendVerification);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');

  async function send() {
    setState('sending');
    try {
      await resend();
      setState('sent');
      // It may have been verified on another device in the meantime.
      const user = await refresh();
      toast(
        user?.emailVerified
          ? { title: 'This address is proven', description: 'There is nothing left to do.' }
          : { title: 'The letter is on its way', description: 'Open the link in it.' },
      );
    } catch (error) {
      setState('idle');
      toast(failureToast('The letter was not sent', error));
    }
  }

  return (
    <div>
      <p className="text-meta text-soft">
        Not proven yet. Open the link in our letter, and we know that the address is yours.
      </p>
      <Button
        kind="quiet"
        onClick={send}
        pending={state === 'sending'}
        pendingLabel="Sending..."
        className="-mx-1"
      >
        {state === 'sent' ? 'Send it once more' : 'Send the letter again'}
      </Button>
    </div>
  );
}
