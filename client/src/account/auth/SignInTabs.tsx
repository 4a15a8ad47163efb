import * as Tabs from '@radix-ui/react-tabs';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useHasGoogle } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { copyText } from '../../ui/copyText.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { useSignups } from '../edition/entitlements.ts';
import { AuthForm } from './AuthForm.tsx';
import { Heading } from './AuthLayout.tsx';
import { useGoogle } from './useGoogle.ts';

/** `; wv)` marks a page shown inside any Android app. */
const APPS = /Instagram|FB(AN|AV|_IAB)|musical_ly|BytedanceWebview|TikTok|\bLine\/|; wv\)/;

/** Google refuses to sign anyone in inside an app's browser. */
export const isInsideApp = (userAgent: string): boolean => APPS.test(userAgent);

const pendingWords = { popup: 'Waiting for Google...', session: 'Signing in...' };

/** `isSmall` leaves room for the kept order. */
export function SignInTabs({ isSmall }: { isSmall: boolean }) {
  const search = new URLSearchParams(useSearch());
  const signups = useSignups();
  const [email, setEmail] = useState(search.get('email') ?? '');
  const [chosen, setChosen] = useState(search.get('tab'));
  const google = useGoogle();
  // The first account needs the setup code, which Google's sign-in could not give.
  const hasGoogle = useHasGoogle() && !signups.needSetupCode;
  const isInside = useHydrated() && isInsideApp(navigator.userAgent);
  const isFormFirst = isSmall || isInside;
  const googleButton = (words: string) =>
    hasGoogle &&
    (isInside ? (
      <OutsideOnly />
    ) : (
      <Button
        wide
        className="min-h-13"
        pending={google.phase !== 'idle'}
        onPointerEnter={google.prepare}
        onFocus={google.prepare}
        onClick={google.start}
      >
        <GoogleMark />
        {google.phase === 'idle' ? words : pendingWords[google.phase]}
      </Button>
    ));

  const preferred = chosen ?? (signups.needSetupCode ? 'register' : 'login');
  const hasRegister = signups.areOpen ?? preferred === 'register';

  return (
    <Tabs.Root
      value={hasRegister && preferred === 'register' ? 'register' : 'login'}
      onValueChange={setChosen}
      className={classes(
        'rounded-card bg-panel p-4 shadow-lift lg:mt-6 lg:p-7',
        isSmall ? 'mt-3' : 'mt-4',
      )}
    >
      {signups.areOpen === false ? (
        <p className="mb-3 flex min-h-13 items-center justify-center text-center">
          This house isn’t open to new accounts. Ask whoever runs it.
        </p>
      ) : (
        <Tabs.List
          aria-label="Sign in or register"
          // Darker than a field's well in the light theme, so that the chosen tab stands out.
          className={classes(
            'flex flex-wrap rounded-well bg-ground p-1 shadow-pit *:grow *:basis-2/5',
            isSmall ? 'mb-3' : 'mb-5 lg:mb-6',
          )}
        >
          <TabButton value="login">Login</TabButton>
          {hasRegister && <TabButton value="register">Register</TabButton>}
        </Tabs.List>
      )}

      <Tabs.Content value="login">
        <Heading title="Welcome Back" isSmall={isSmall}>
          Sign in to access your AI podcast studio
        </Heading>
        <SignInMethods
          isFormFirst={isFormFirst}
          google={googleButton('Continue with Google')}
          form={<AuthForm kind="login" email={email} onEmail={setEmail} />}
        />
        <p className="mt-3 text-center lg:-mb-3">
          <Link
            href="/forgot-password"
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Forgot your password?
          </Link>
        </p>
      </Tabs.Content>

      {hasRegister && (
        <Tabs.Content value="register" className="pb-4 lg:pb-1">
          <RegisterHeading isSmall={isSmall} isFirst={signups.needSetupCode} />
          <SignInMethods
            isFormFirst={isFormFirst}
            google={googleButton('Unlock with Google')}
            form={<AuthForm kind="register" email={email} onEmail={setEmail} />}
          />
        </Tabs.Content>
      )}
    </Tabs.Root>
  );
}

function RegisterHeading({ isSmall, isFirst }: { isSmall: boolean; isFirst: boolean }) {
  const sells = useSales();
  if (sells) {
    return (
      <Heading title="Unlock AI Episode Creation" isSmall={isSmall}>
        Create your account and get a bonus <span className="whitespace-nowrap">10-minute</span>{' '}
        episode after your first purchase
      </Heading>
    );
  }
  return isFirst ? (
    <Heading title="Make this house yours" isSmall={isSmall}>
      You are the first here: your account runs this house
    </Heading>
  ) : (
    <Heading title="Create your account" isSmall={isSmall}>
      Episodes on any topic, in two voices you choose
    </Heading>
  );
}

type SignInMethodsProps = { isFormFirst: boolean; google: ReactNode; form: ReactNode };

/** The form is first with a kept order and inside apps. Keys keep its fields when they swap. */
function SignInMethods({ isFormFirst, google, form }: SignInMethodsProps) {
  if (!google) return form;
  const methods = [
    <Fragment key="google">{google}</Fragment>,
    <p
      key="or"
      className="my-3.5 flex items-center gap-3 text-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line"
    >
      or
    </p>,
    <Fragment key="form">{form}</Fragment>,
  ];
  return isFormFirst ? methods.reverse() : methods;
}

function TabButton({ value, children }: { value: string; children: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="min-h-11 rounded-[11px] font-bold text-soft data-[state=active]:bg-button data-[state=active]:text-ink data-[state=active]:shadow-[0_2px_0_var(--button-edge),0_0_0_1px_var(--button-edge),inset_0_1px_0_var(--button-light)]"
    >
      {children}
    </Tabs.Trigger>
  );
}

function OutsideOnly() {
  const [copied, setCopied] = useState<'yes' | 'by hand' | null>(null);
  const copy = async () => setCopied((await copyText(window.location.href)) ? 'yes' : 'by hand');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-center text-meta text-soft">
        Google can’t be used inside this app. Open this page in your browser for that.
      </p>
      {copied === 'by hand' && (
        <p className="well px-4 py-3 text-meta [overflow-wrap:anywhere] select-all">
          {window.location.href}
        </p>
      )}
      <Button wide onClick={copy}>
        {copied === 'yes' ? 'Copied' : 'Copy the link'}
      </Button>
      <p role="status" className="text-center text-meta text-soft empty:hidden">
        {copied === 'yes' && 'Paste it into your browser.'}
        {copied === 'by hand' && 'This app won’t let us copy. Press and hold the link above.'}
      </p>
    </div>
  );
}

/** Google's brand guidelines require the four-colour G on a sign-in button. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" width="22" height="22" className="shrink-0">
      <g fill="none" strokeWidth="9.4">
        <path stroke="#ea4335" d="M37.4 10.6A19 19 0 0 0 7 15.6" />
        <path stroke="#fbbc05" d="M7 15.6a19 19 0 0 0 0 16.8" />
        <path stroke="#34a853" d="M7 32.4a19 19 0 0 0 29.7 5.6" />
        <path stroke="#4285f4" d="M36.7 38A19 19 0 0 0 43 24" />
      </g>
      <path fill="#4285f4" d="M24 19.6h23.29a23.7 23.7 0 0 1-.08 9.2H24z" />
    </svg>
  );
}
