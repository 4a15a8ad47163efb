import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { formatPrice } from '#shared/pricing.ts';
import { shorten } from '#shared/shorten.ts';
import { verifyEmail } from '../../api/auth.ts';
import { failureToast } from '../../api/client.ts';
import { carry, type KeptOrder, useKeptOrder } from '../../api/keptOrder.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { safeNext } from '../../api/session.ts';
import { Wave } from '../../player/engine/Wave.tsx';
import { classes } from '../../ui/classes.ts';
import { Page } from '../../ui/Page.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { Masthead } from './AuthLayout.tsx';
import { DisownPage } from './DisownPage.tsx';
import { returnProblems } from './problems.ts';
import { SignInTabs } from './SignInTabs.tsx';

/** Delay from the navigation to the scroll to the top, ms. */
const SCROLL_DELAY = 100;

/** Characters of a topic; with the rest of the line, two lines on a small phone. */
const LONGEST = 40;

export default function AuthPage() {
  const disowned = new URLSearchParams(useSearch()).get('disown');
  return disowned ? <DisownPage token={disowned} /> : <SignInPage />;
}

function SignInPage() {
  const search = new URLSearchParams(useSearch());
  const problem = returnProblems[search.get('error') ?? ''];
  const sells = useSales();
  const { toast } = useToast();
  // Before the hook that leaves the page.
  const isVerificationWaiting = useEmailVerification();
  const kept = useKeptOrder();
  useLeaveSignedIn(safeNext(search.get('next')), kept);

  const showProblem = useEffectEvent(() => problem && toast({ ...problem, kind: 'destructive' }));
  useEffect(() => void showProblem(), []);

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
      <p className="mt-5 text-center text-meta text-balance text-soft lg:mt-6">
        {sells ? (
          <>
            By creating an account you agree to the <Legal href="/terms">Terms of Service</Legal>{' '}
            and <Legal href="/privacy">Privacy Policy</Legal>.
          </>
        ) : (
          <>
            What we keep about you, and for how long, is in the{' '}
            <Legal href="/privacy">Privacy Policy</Legal>.
          </>
        )}
      </p>
      {kept && offer}
      <div className="mt-7 text-meta text-soft lg:mt-6 lg:px-7">
        <h2 className="font-sans text-base font-bold text-ink">What your account unlocks</h2>
        <ul className="mt-2 flex flex-col gap-1.5">
          <Unlocked>Episodes on any topic, in two voices you choose</Unlocked>
          <Unlocked>A shelf that keeps every episode you make</Unlocked>
        </ul>
      </div>
    </Page>
  );
}

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

/** Returns true while it waits for the sign-in. */
function useEmailVerification(): boolean {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { user, isLoading, refresh } = useAuth();
  const { toast } = useToast();
  const used = useRef(false);

  useEffect(() => {
    if (!user) return;
    const rest = new URLSearchParams(search);
    const token = rest.get('proof');
    if (!token || used.current) return;
    used.current = true;
    rest.delete('proof');
    navigate(rest.size ? `${path}?${rest}` : path, { replace: true });

    verifyEmail(token)
      .then(() => {
        toast({
          title: 'Address confirmed',
          description: 'Thank you. Our emails will reach you.',
        });
        return refresh();
      })
      .catch((error: unknown) => {
        toast(failureToast('We couldn’t confirm your address', error));
      });
  }, [user, search, path, navigate, toast, refresh]);

  return !user && !isLoading && new URLSearchParams(search).has('proof');
}

function KeptOrderCard({ order }: { order: KeptOrder }) {
  const sells = useSales();
  const { draftId, topic, duration, total } = order;
  return (
    <section
      aria-label={sells ? 'Your order' : 'Your episode'}
      className="mt-3 overflow-hidden lg:mt-6 rounded-card bg-panel shadow-lift"
    >
      <div className="grille bg-well py-1 shadow-pit [@media(max-height:700px)]:hidden">
        <Wave seed={draftId} height={20} />
      </div>
      <p className="px-4 py-2.5 text-meta [overflow-wrap:anywhere]">
        Kept for you: <bdi className="font-bold">{shorten(topic, LONGEST)}</bdi>, {duration} min
        {sells && `, ${total === 0 ? 'free' : formatPrice(total)}`}
      </p>
    </section>
  );
}

function Legal({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="inline-block py-1 underline underline-offset-2">
      {children}
    </Link>
  );
}

function Unlocked({ children }: { children: string }) {
  return (
    <li className="flex gap-2.5">
      <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-ink" />
      <span className="text-balance">{children}</span>
    </li>
  );
}
