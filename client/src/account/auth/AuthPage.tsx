import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { carry, type KeptOrder, useKeptOrder } from '../../api/keptOrder.ts';
import { useSales } from '../../api/sales.ts';
import { safeNext } from '../../api/session/next.ts';
import { useAuth } from '../../api/session/session.tsx';
import { classes } from '../../ui/classes.ts';
import { Page } from '../../ui/Page.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { Agreement } from './Agreement.tsx';
import { Masthead } from './AuthLayout.tsx';
import { DisownPage } from './DisownPage.tsx';
import { useEmailVerification } from './emailVerification.ts';
import { KeptOrderCard } from './KeptOrderCard.tsx';
import { returnProblems } from './problems.ts';
import { SignInTabs } from './SignInTabs.tsx';
import { Unlocked } from './Unlocked.tsx';

/** Delay from the navigation to the scroll to the top, ms. */
const SCROLL_DELAY = 100;

/** Goes to `next` or the create form once the user is signed in, and takes a kept order along. */
function useLeaveSignedIn(next: string | null, kept: KeptOrder | null) {
  const { user } = useAuth();
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const left = useRef(false);
  useEffect(() => {
    // Only once: navigating changes the address that `next` was read from.
    if (!user || left.current) return;
    left.current = true;
    navigate(next ?? '/create', { replace: true, state: kept && carry(kept) });
    if (kept) toast({ title: 'You’re in' });
    setTimeout(() => window.scrollTo(0, 0), SCROLL_DELAY);
  }, [user, next, kept, navigate, toast]);
}

export default function AuthPage() {
  const disowned = new URLSearchParams(useSearch()).get('disown');
  return disowned ? <DisownPage token={disowned} /> : <SignInPage />;
}

function SignInPage() {
  const search = new URLSearchParams(useSearch());
  const problem = returnProblems[search.get('error') ?? ''];
  const sells = useSales();
  const { toast } = useToast();
  const isVerificationWaiting = useEmailVerification();
  const kept = useKeptOrder();
  useLeaveSignedIn(safeNext(search.get('next')), kept);

  const shown = useRef(false);
  useEffect(() => {
    if (problem && !shown.current) toast({ ...problem, kind: 'destructive' });
    shown.current = true;
  }, [problem, toast]);

  const offer = sells && (
    <Ticket className={classes('py-3! text-center', kept ? 'mt-3' : 'mt-4', 'lg:mt-6')}>
      <p className="font-display text-h3">Limited Time Offer</p>
      <p className="text-meta">A free 10-minute bonus podcast after your first purchase</p>
    </Ticket>
  );

  return (
    <Page title="Sign in" className="-mt-13 lg:mt-0 lg:pt-2!">
      <Masthead isSmall={kept !== null} />

      {isVerificationWaiting && (
        <p className="mt-4 rounded-card bg-panel p-4 text-center lg:mt-6 shadow-lift">
          <strong>One more step to confirm your address:</strong> sign in to the account our email
          is about.
        </p>
      )}
      {kept ? <KeptOrderCard order={kept} /> : offer}

      <SignInTabs isSmall={kept !== null} />
      <Agreement />
      {kept && offer}
      <Unlocked />
    </Page>
  );
}
