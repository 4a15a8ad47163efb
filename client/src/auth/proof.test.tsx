import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import AuthPage from './AuthPage.tsx';

const verify = 'POST /api/auth/verify-email';

test('the link in the email confirms the address once and is removed from the address bar', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: null }, [verify]: { success: true } });
  open('/auth?proof=12.34.abc&tab=register', <AuthPage />);
  await screen.findByText('Address confirmed');
  expect(here()).toBe('/auth?tab=register');
  const posts = sent.filter(({ call }) => call === verify);
  expect(posts.map(({ body }) => body)).toEqual([{ token: '12.34.abc' }]);
  expect(screen.getByRole('heading', { name: 'Unlock AI Episode Creation' })).toBeInTheDocument();
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
  const message = 'This link is no longer valid. Sign in and ask for a new letter.';
  serve({
    'GET /api/auth/me': { user: null },
    [verify]: () => ({ status: 400, body: { message, code: 'invalid' } }),
  });
  open('/auth?proof=old', <AuthPage />);
  const title = await screen.findByText('Address not confirmed');
  expect(title.closest('[data-kind]')).toHaveAttribute('data-kind', 'destructive');
  expect(screen.getByText(message)).toBeInTheDocument();
  expect(here()).toBe('/auth');
});

test('the sign-in page posts nothing without a confirmation link', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: null } });
  open('/auth', <AuthPage />);
  await screen.findByRole('heading', { name: 'Welcome Back' });
  expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
});
