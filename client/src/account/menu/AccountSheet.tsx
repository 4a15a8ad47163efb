import { Check, Download, KeyRound, LogOut, Rss, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '#shared/account.ts';
import { resendVerification } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { useSendsEmail } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { MenuExternalLink, MenuFile, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { DeleteAccount, FeedAddress } from './AccountSteps.tsx';
import { Memory, NameForm, PasswordForm } from './ProfileForms.tsx';
import { useSteps } from './useSteps.ts';

type Step = 'name' | 'password' | 'feed' | 'delete';

type AccountSheetProps = { user: Account; open: boolean; onClose: () => void };

export default function AccountSheet({ user, open, onClose }: AccountSheetProps) {
  const { firstName, lastName, hasPassword } = user;
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const { step, back, rowTo } = useSteps<Step>(open);
  const titles: Record<Step, string> = {
    name: 'Your name',
    password: hasPassword ? 'Change your password' : 'Set a password',
    feed: 'Your private feed',
    delete: 'Delete your account?',
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onBack={step ? back : undefined}
      title={step ? titles[step] : 'Your account'}
    >
      {step === null && (
        <>
          <WhoIAm user={user} />
          <MenuList>
            <MenuRowButton
              {...rowTo('name')}
              icon={<UserRound aria-hidden size={22} />}
              value={[firstName, lastName].filter(Boolean).join(' ') || 'Not given'}
            >
              Name
            </MenuRowButton>
            <MenuRowButton
              {...rowTo('password')}
              icon={<KeyRound aria-hidden size={22} />}
              value={hasPassword ? undefined : 'Not set'}
            >
              Password
            </MenuRowButton>
            <MenuRowButton
              {...rowTo('feed')}
              icon={<Rss aria-hidden size={22} />}
              value="The address for your podcast app"
            >
              Private feed
            </MenuRowButton>
          </MenuList>
          <MenuList>
            <Memory user={user} />
          </MenuList>
          <MenuList>
            <MenuFile
              icon={<Download aria-hidden size={22} />}
              href="/api/account/export"
              value={`Account, ${sells ? 'orders, ' : ''}episodes with their transcripts${sendsEmail ? ', emails' : ''}`}
            >
              Download my data
            </MenuFile>
            <MenuExternalLink icon={<LogOut aria-hidden size={22} />} href="/api/logout">
              Sign Out
            </MenuExternalLink>
            <MenuRowButton {...rowTo('delete')} icon={<Trash2 aria-hidden size={22} />} danger>
              Delete account
            </MenuRowButton>
          </MenuList>
        </>
      )}
      {step === 'name' && <NameForm user={user} onSaved={back} />}
      {step === 'password' && <PasswordForm user={user} onSaved={back} />}
      {step === 'feed' && <FeedAddress />}
      {step === 'delete' && <DeleteAccount user={user} onKeep={back} />}
    </Sheet>
  );
}

function WhoIAm({ user }: { user: Account }) {
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
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');

  async function send() {
    setState('sending');
    try {
      await resendVerification();
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
