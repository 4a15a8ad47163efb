import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import AuthPage from './AuthPage.tsx';

const verify = 'POST /api/auth/verify-email';

test('the link in the email asks a signed-out visitor to sign in, keeps waiting, then confirms once', async () => {
  let user: typeof mira | null = null;
  const sent = serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    'POST /api/auth/login': () => {
      user = mira;
      return { status: 200, body: { user } };
    },
    [verify]: { success: true },
  });
  open('/auth?proof=12.34.abc', <AuthPage />);
  await screen.findByText(/sign in to the account our email is about/);
  expect(here()).toBe('/auth?proof=12.34.abc');
  const posts = () => sent.filter(({ call }) => call === verify);
  expect(posts()).toEqual([]);

  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'mira@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByText('Address confirmed');
  await waitFor(() => expect(here()).toBe('/create'));
  expect(posts().map(({ body }) => body)).toEqual([{ token: '12.34.abc' }]);
});

test('a signed-in visitor who confirms their address goes to /create with a refreshed session', async () => {
  let emailVerified = false;
  const sent = serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user: { ...mira, emailVerified } } }),
    [verify]: () => {
      emailVerified = true;
      return { status: 200, body: { success: true } };
    },
  });
  open('/auth?proof=12.34.abc', <AuthPage />);
  await screen.findByText('Address confirmed');
  await waitFor(() => expect(here()).toBe('/create'));
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'GET /api/auth/me')).toHaveLength(2),
  );
  expect(sent.filter(({ call }) => call === verify)).toHaveLength(1);
});

test('an expired confirmation link shows the server’s message in a destructive toast', async () => {
  const message = 'This link is no longer valid. Sign in and ask for a new one.';
  serve({
    'GET /api/auth/me': { user: mira },
    [verify]: () => ({ status: 400, body: { message, code: 'invalid' } }),
  });
  open('/auth?proof=old', <AuthPage />);
  const title = await screen.findByText('We couldn’t confirm your address');
  expect(title.closest('[data-kind]')).toHaveAttribute('data-kind', 'destructive');
  expect(screen.getByText(message)).toBeInTheDocument();
  await waitFor(() => expect(here()).toBe('/create'));
});

test('the sign-in page posts nothing without a confirmation link', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: null } });
  open('/auth', <AuthPage />);
  await screen.findByRole('heading', { name: 'Welcome Back' });
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});
