import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '#shared/account.ts';
import { resendVerification } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/Toast.tsx';

export function WhoIAm({ user }: { user: Account }) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const made = user.monthlyPodcastsGenerated;
  return (
    <section aria-label="Who you are" className="flex flex-col gap-1 pb-4 text-meta text-soft">
      <p className="text-lead font-bold text-ink [overflow-wrap:anywhere]">{user.email}</p>
      {user.emailVerified ? (
        <p className="flex items-center gap-2">
          <Check aria-hidden size={18} className="shrink-0" /> This address is confirmed.
        </p>
      ) : (
        // Where no email is sent, no address can be confirmed, and none needs to be.
        sendsEmail && <VerifyEmailButton />
      )}
      {user.authProvider === 'google' && (
        <p>You sign in with Google{user.hasPassword && ' or your password'}.</p>
      )}
      <p>
        {made === 0 ? 'No episodes' : made === 1 ? '1 episode' : `${made} episodes`} this month.
        {sells && (
          <>
            {' '}
            <Link
              href="/upgrade"
              className="inline-block py-1 text-ink underline underline-offset-4"
            >
              See your usage
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

function VerifyEmailButton() {
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: resend } = useMutation(resendVerification);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');

  async function send() {
    setState('sending');
    try {
      await resend();
      setState('sent');
      // Another device may have verified it meanwhile.
      const user = await refresh();
      toast(
        user?.emailVerified
          ? { title: 'This address is confirmed', description: 'There’s nothing left to do.' }
          : { title: 'The email is on its way', description: 'Open the link in it.' },
      );
    } catch (error) {
      setState('idle');
      toast(failureToast('The email wasn’t sent', error));
    }
  }

  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <p>Not confirmed yet.</p>
      <Button
        kind="quiet"
        onClick={send}
        pending={state === 'sending'}
        pendingLabel="Sending..."
        className="-mx-1 -my-2 text-meta! text-ink"
      >
        {state === 'sent' ? 'Send it once more' : 'Send the email again'}
      </Button>
    </div>
  );
}
