import * as Tabs from '@radix-ui/react-tabs';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { carry, type KeptOrder, useKeptOrder } from '../keptOrder.ts';
import { classes } from '../ui/classes.ts';
import { Page } from '../ui/Page.tsx';
import { Ticket } from '../ui/Ticket.tsx';
import { useToast } from '../ui/Toast.tsx';
import { AuthForm } from './AuthForm.tsx';
import { Heading, Masthead } from './AuthLayout.tsx';
import { DisownPage } from './DisownPage.tsx';
import { useEmailVerification } from './emailVerification.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { KeptOrderCard } from './KeptOrderCard.tsx';
import { safeNext } from './next.ts';
import { returnProblems } from './problems.ts';
import { useAuth } from './session.tsx';
import { useGoogle } from './useGoogle.ts';

/** How long after the navigation the page scrolls to its top, in ms (spec section 2). */
const SCROLL_DELAY = 100;

const unlocked = [
  'Episodes on any topic, in two voices you choose',
  'A shelf that keeps every tape you made',
  'A free 10-minute bonus podcast after your first purchase',
];

/**
 * Goes to `next` or the create form once the user is signed in, also if they already were; a kept order
 * goes along and goes on from there.
 */
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
  const [email, setEmail] = useState(search.get('email') ?? '');
  const { toast } = useToast();
  const google = useGoogle();
  const isVerificationWaiting = useEmailVerification();
  const kept = useKeptOrder();
  useLeaveSignedIn(safeNext(search.get('next')), kept);

  const shown = useRef(false);
  useEffect(() => {
    if (problem && !shown.current) toast({ ...problem, kind: 'destructive' });
    shown.current = true;
  }, [problem, toast]);

  const offer = (
    <Ticket className="mt-4 text-center">
      <p className="font-display text-h3">Limited Time Offer</p>
      <p>A free 10-minute bonus podcast after your first purchase</p>
    </Ticket>
  );

  return (
    <Page title="Sign in" className="-mt-9 lg:mt-0">
      <Masthead isSmall={kept !== null} />

      {isVerificationWaiting && (
        <p className="mt-4 rounded-card bg-panel p-4 text-center shadow-lift">
          <strong>One more step to confirm your address:</strong> sign in to the account that our
          letter is about.
        </p>
      )}
      {kept ? <KeptOrderCard order={kept} /> : offer}

      <Tabs.Root
        defaultValue={search.get('tab') === 'register' ? 'register' : 'login'}
        className={classes('rounded-card bg-panel p-4 shadow-lift', kept ? 'mt-3' : 'mt-4')}
      >
        <Tabs.List
          aria-label="Sign in or register"
          className={classes('well grid grid-cols-2 p-1', kept ? 'mb-3' : 'mb-4')}
        >
          <TabKey value="login">Login</TabKey>
          <TabKey value="register">Register</TabKey>
        </Tabs.List>

        <Tabs.Content value="login">
          <Heading title="Welcome Back" isSmall={kept !== null}>
            Sign in to access your AI podcast studio
          </Heading>
          <Ways
            isFormFirst={kept !== null}
            google={<GoogleButton google={google}>Continue with Google</GoogleButton>}
            form={<AuthForm kind="login" email={email} onEmail={setEmail} />}
          />
          <p className="mt-3 text-center">
            <Link
              href="/forgot-password"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Forgot your password?
            </Link>
          </p>
        </Tabs.Content>

        <Tabs.Content value="register">
          <Heading title="Unlock AI Episode Creation" isSmall={kept !== null}>
            Create your account and get a bonus <span className="whitespace-nowrap">10-minute</span>{' '}
            episode after your first purchase
          </Heading>
          <Ways
            isFormFirst={kept !== null}
            google={<GoogleButton google={google}>Unlock with Google</GoogleButton>}
            form={<AuthForm kind="register" email={email} onEmail={setEmail} />}
          />
        </Tabs.Content>
      </Tabs.Root>
      {kept && offer}

      <div className="mt-7 px-2 text-meta text-soft">
        <h2 className="font-sans text-base font-bold text-ink">What your account unlocks</h2>
        <ul className="mt-2 flex flex-col gap-1.5">
          {unlocked.map((line) => (
            <li key={line} className="flex gap-2.5">
              <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-ink" />
              {line}
            </li>
          ))}
        </ul>
        <p className="mt-3 text-balance">
          By creating an account you agree to the{' '}
          <Link href="/terms" className="inline-block py-1 underline underline-offset-2">
            Terms of Service
          </Link>{' '}
          and{' '}
          <Link href="/privacy" className="inline-block py-1 underline underline-offset-2">
            Privacy Policy
          </Link>
          .
        </p>
      </div>
    </Page>
  );
}

type WaysProps = { isFormFirst: boolean; google: ReactNode; form: ReactNode };

/** Both ways in. Whoever is ordering has filled in half of the form: there it comes first. */
function Ways({ isFormFirst, google, form }: WaysProps) {
  const [first, second] = isFormFirst ? [form, google] : [google, form];
  return (
    <>
      {first}
      <p className="my-3.5 flex items-center gap-3 text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {second}
    </>
  );
}

function TabKey({ value, children }: { value: string; children: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="min-h-11 rounded-[11px] font-bold text-soft data-[state=active]:bg-button data-[state=active]:text-ink data-[state=active]:shadow-[0_2px_0_var(--button-edge),0_0_0_1px_var(--button-edge),inset_0_1px_0_var(--button-light)]"
    >
      {children}
    </Tabs.Trigger>
  );
}
