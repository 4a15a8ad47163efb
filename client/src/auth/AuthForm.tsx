import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { LoginRequest } from '#shared/account.ts';
import { signIn } from '../api/auth.ts';
import { messageOf } from '../api/client.ts';
import { track } from '../tracking/track.ts';
import { Button } from '../ui/Button.tsx';
import { EmailField } from '../ui/EmailField.tsx';
import { lazyResolver } from '../ui/lazyResolver.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useToast } from '../ui/Toast.tsx';
import { type AuthKind, authProblem } from './problems.ts';
import { useAuth } from './session.tsx';

const words = {
  login: {
    submit: 'Sign In',
    pending: 'Signing in...',
    autoComplete: 'current-password',
    placeholder: undefined,
  },
  register: {
    submit: 'Unlock Episode Creation',
    pending: 'Unlocking your studio...',
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
  const { submit, pending, autoComplete, placeholder } = words[kind];
  const { refresh } = useAuth();
  const { toast } = useToast();
  const { mutateAsync: enter } = useMutation(signIn(kind));
  const { resolver, loadBeforeUse } = checks[kind];
  const form = useForm<LoginRequest>({
    resolver,
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  useEffect(loadBeforeUse, [loadBeforeUse]);

  const send = form.handleSubmit(async (values) => {
    try {
      await enter(values);
      if (kind === 'register') track('CompleteRegistration');
      const user = await refresh();
      if (!user) throw new Error(kind === 'login' ? 'Login failed' : 'Registered but login failed');
    } catch (error) {
      toast({ ...authProblem(kind, messageOf(error)), kind: 'destructive' });
    }
  });

  return (
    <form noValidate method="post" onSubmit={send} className="flex flex-col gap-4">
      <EmailField
        label="Email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { onChange: (event) => onEmail(event.target.value) })}
      />
      <PasswordField
        label="Password"
        autoComplete={autoComplete}
        placeholder={placeholder}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button
        type="submit"
        kind="main"
        wide
        className="mt-1"
        pending={isSubmitting}
        pendingLabel={pending}
      >
        {submit}
      </Button>
    </form>
  );
}
