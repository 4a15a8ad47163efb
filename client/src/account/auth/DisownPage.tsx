import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { disownAccount } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { AuthLayout } from './AuthLayout.tsx';

const words = {
  asking: {
    heading: 'Didn’t register?',
    lead: 'Someone made an account with your email address. Close it here: nobody will be able to sign in to it, and if nothing was ordered with it, we’ll delete it.',
  },
  deleted: {
    heading: 'The account is deleted',
    lead: 'Nothing is left of it. Sorry for the trouble.',
  },
  closed: {
    heading: 'The account is closed',
    lead: 'Nobody can sign in to it any more. It had an order, so we have to keep the payment records. To take it over, ask for a new password.',
  },
};
const inAHouse: Partial<Record<keyof typeof words, { lead: string }>> = {
  asking: {
    lead: 'Someone made an account with your email address. Close it here: nobody will be able to sign in to it, and if no episode was made with it, we’ll delete it.',
  },
  closed: {
    lead: 'Nobody can sign in to it any more. Episodes were made with it, so they stay. To take it over, ask for a new password.',
  },
};

/** Linked from the welcome email as `/auth?disown=<token>`. Acts only on a click. */
export function DisownPage({ token }: { token: string }) {
  const sells = useSales();
  const { toast } = useToast();
  const { mutateAsync: disown } = useMutation(disownAccount);
  const [isSending, setSending] = useState(false);
  const [state, setState] = useState<keyof typeof words>('asking');

  async function end() {
    setSending(true);
    try {
      const { deleted } = await disown(token);
      setState(deleted ? 'deleted' : 'closed');
    } catch (error) {
      toast(failureToast('We couldn’t close the account', error));
    } finally {
      setSending(false);
    }
  }

  return (
    // Remounted for each state, so that the focus moves to the new text.
    <AuthLayout
      key={state}
      title="Not your account"
      {...words[state]}
      {...(!sells && inAHouse[state])}
    >
      {state === 'asking' && (
        <Button kind="main" wide onClick={end} pending={isSending} pendingLabel="Closing it...">
          Close this account
        </Button>
      )}
    </AuthLayout>
  );
}
