import { useState } from 'react';
import { disownAccount } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { AuthLayout } from './AuthLayout.tsx';

const words = (sells: boolean) => ({
  asking: {
    heading: 'Didn’t register?',
    lead: `Someone made an account with your email address. Close it here: nobody will be able to sign in to it, and if ${sells ? 'nothing was ordered' : 'no episode was made'} with it, we’ll delete it.`,
  },
  deleted: {
    heading: 'The account is deleted',
    lead: 'Nothing is left of it. Sorry for the trouble.',
  },
  closed: {
    heading: 'The account is closed',
    lead: `Nobody can sign in to it any more. ${sells ? 'It had an order, so we have to keep the payment records.' : 'Episodes were made with it, so they stay.'} To take it over, ask for a new password.`,
  },
});

/** Linked from the welcome email as `/auth?disown=<token>`. Acts only on a click. */
export function DisownPage({ token }: { token: string }) {
  const { toast } = useToast();
  const [isSending, setSending] = useState(false);
  const [state, setState] = useState<'asking' | 'deleted' | 'closed'>('asking');

  async function end() {
    setSending(true);
    try {
      const { deleted } = await disownAccount(token);
      setState(deleted ? 'deleted' : 'closed');
    } catch (error) {
      toast(failureToast('We couldn’t close the account', error));
    } finally {
      setSending(false);
    }
  }

  return (
    // Remounted for each state, so that the focus moves to the new text.
    <AuthLayout key={state} title="Not your account" {...words(useSales())[state]}>
      {state === 'asking' && (
        <Button kind="main" wide onClick={end} pending={isSending} pendingLabel="Closing it...">
          Close this account
        </Button>
      )}
    </AuthLayout>
  );
}
