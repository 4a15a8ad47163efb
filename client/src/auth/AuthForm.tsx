import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LoginRequest } from '#shared/account.ts';
import { signIn } from '../api/auth.ts';
import { messageOf } from '../api/client.ts';
import { useServerForm } from '../forms/useServerForm.ts';
import { track } from '../tracking/track.ts';
import { EmailField } from '../ui/EmailField.tsx';
import { lazyResolver } from '../ui/lazyResolver.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useToast } from '../ui/Toast.tsx';
import { SubmittedForm } from './AuthLayout.tsx';
import { type AuthKind, authProblem } from './problems.ts';
import { useAuth } from './session.tsx';

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

const checks = {
  login: lazyResolver<LoginRequest>(async () => (await import('./checks.ts')).checks.login),
  register: lazyResolver<LoginRequest>(async () => (await import('./checks.ts')).checks.register),
};

type AuthFormProps = {
  kind: AuthKind;
  /** Kept by the page, so that it survives switching tabs. */
  email: string;
  onEmail: (email: string) => void;
};

/** Email and password for either tab. After a success the page reacts to the new session. */
export function AuthForm({ kind, email, onEmail }: AuthFormProps) {
  const { autoComplete, placeholder, ...labels } = words[kind];
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: enter } = useMutation(signIn(kind));
  const { resolver, loadBeforeUse } = checks[kind];
  const { field, ...form } = useServerForm({
    resolver,
    defaultValues: { email, password: '' },
    failed: (error) => toast({ ...authProblem(kind, messageOf(error)), kind: 'destructive' }),
    async send(values) {
      await enter(values);
      if (kind === 'register') track('CompleteRegistration');
      const user = await refresh();
      if (!user) throw new Error(kind === 'login' ? 'Login failed' : 'Registered but login failed');
    },
  });
  useEffect(loadBeforeUse, [loadBeforeUse]);

  return (
    <SubmittedForm {...form} {...labels}>
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
    </SubmittedForm>
  );
}
