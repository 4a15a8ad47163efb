import * as Tabs from '@radix-ui/react-tabs';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { useHasGoogle } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import { classes } from '../../ui/classes.ts';
import { useHydrated } from '../../ui/hydrated.ts';
import { AuthForm } from './AuthForm.tsx';
import { Heading } from './AuthLayout.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { isInsideApp, OutsideOnly } from './insideApp.tsx';
import { useGoogle } from './useGoogle.ts';
import { useSignups } from './useSignups.ts';

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
    (isInside ? <OutsideOnly /> : <GoogleButton google={google}>{words}</GoogleButton>);

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
