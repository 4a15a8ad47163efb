import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RegisterRequest } from '#shared/account.ts';
import { signIn } from '../../api/auth.ts';
import { messageOf } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useSales } from '../../api/sales.ts';
import { useAuth } from '../../api/session/session.tsx';
import { track } from '../../api/tracking/track.ts';
import { useServerForm } from '../../api/useServerForm.ts';
import { EmailField } from '../../ui/EmailField.tsx';
import { lazyResolver } from '../../ui/lazyResolver.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { useSignups } from '../edition/entitlements.ts';
import { SubmittedForm } from './AuthLayout.tsx';
import { type AuthKind, authProblem } from './problems.ts';

const words = {
  login: {
    submitLabel: 'Sign In',
    pendingLabel: 'Signing in...',
    autoComplete: 'current-password',
    placeholder: undefined,
  },
  register: {
    submitLabel: 'Unlock Episode Creation',
    pendingLabel: 'Unlocking your studio...',
    autoComplete: 'new-password',
    placeholder: 'Create a password (min 6 characters)',
  },
} as const;
const houseLabels = { submitLabel: 'Create my account', pendingLabel: 'Creating your account...' };

const resolverOf = (kind: AuthKind) =>
  lazyResolver<RegisterRequest>(async () => (await import('./resolvers.ts')).resolvers[kind]);
const resolvers = { login: resolverOf('login'), register: resolverOf('register') };

type AuthFormProps = {
  kind: AuthKind;
  /** Kept by the page, so that it survives switching tabs. */
  email: string;
  onEmail: (email: string) => void;
};

/** On success the page reacts to the new session. */
export function AuthForm({ kind, email, onEmail }: AuthFormProps) {
  const { autoComplete, placeholder, ...labels } = words[kind];
  const sells = useSales();
  const needsCode = useSignups().needSetupCode && kind === 'register';
  const client = useQueryClient();
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { resolver, loadBeforeUse } = resolvers[kind];
  const { field, ...form } = useServerForm({
    resolver,
    defaultValues: { email, password: '' },
    fields: ['setupCode'],
    failed: (error, isAtField) =>
      isAtField || toast({ ...authProblem(kind, messageOf(error)), kind: 'destructive' }),
    async send(values) {
      await signIn(kind, values);
      if (kind === 'register') track('CompleteRegistration');
      const user = await refresh();
      // The house has an account now, and asks nobody else for the code.
      if (needsCode) void client.invalidateQueries({ queryKey: keys.config });
      if (!user) throw new Error(kind === 'login' ? 'Login failed' : 'Registered but login failed');
    },
  });
  const code = needsCode && field('setupCode');
  useEffect(loadBeforeUse, [loadBeforeUse]);

  return (
    <SubmittedForm {...form} {...labels} {...(!sells && kind === 'register' && houseLabels)}>
      <EmailField
        label="Email"
        autoComplete="username"
        {...field('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      <PasswordField
        label="Password"
        autoComplete={autoComplete}
        placeholder={placeholder}
        {...field('password')}
      />
      {code && (
        <TextField
          label="Setup code"
          hint={
            !code.error && 'The server printed it when it started. Look in its terminal or log.'
          }
          placeholder="ACDE-FHJK-2345"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...code}
        />
      )}
    </SubmittedForm>
  );
}
