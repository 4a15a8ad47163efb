import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { here, mira, open, scrolls, serve } from '../testing.tsx';
import AuthPage from './AuthPage.tsx';

const nobody = { 'GET /api/auth/me': { user: null } };

type Refusal = { status: number; message: string };

/** A server that signs in, or refuses to, once `gate` lets it answer; the session knows after that. */
function studio(path: string, refusal?: Refusal | null, gate?: Promise<void>) {
  let user: typeof mira | null = null;
  return serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    [path]: async () => {
      await gate;
      if (refusal)
        return { status: refusal.status, body: { message: refusal.message, code: 'invalid' } };
      user = mira;
      return { status: 200, body: { user } };
    },
  });
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (name: string) =>
  fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 });

/** On to `path`, and then to its top: the page is left with a scroll still to come. */
async function sentTo(path: string) {
  await waitFor(() => expect(here()).toBe(path));
  await waitFor(() => expect(scrolls).toContainEqual([0, 0]));
}

test('the page opens on Login and carries the words of the specification', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  expect(screen.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true');
  for (const words of [
    'AI-Powered Podcast Generation',
    'Limited Time Offer',
    'A free 10-minute bonus podcast after your first purchase',
    'Welcome Back',
    'Sign in to access your AI podcast studio',
    'Terms of Service',
    'Privacy Policy',
  ])
    expect(screen.getAllByText(words).length, words).toBeGreaterThan(0);
  const forgot = screen.getByRole('link', { name: 'Forgot your password?' });
  expect(forgot.getAttribute('href')).toBe('/forgot-password');
  expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
});

test('the Register tab has its own words and keeps the email that was typed', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  type('Email', 'mira@example.com');
  choose('Register');
  await screen.findByRole('heading', { name: 'Unlock AI Episode Creation' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@example.com');
  expect(screen.getByPlaceholderText('Create a password (min 6 characters)')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unlock Episode Creation' })).toBeTruthy();
});

test('signing in says so while it lasts, then goes to the form and scrolls to its top', async () => {
  const gate = Promise.withResolvers<void>();
  const sent = studio('POST /api/auth/login', null, gate.promise);
  open('/auth', <AuthPage />);
  type('Email', ' mira@example.com ');
  type('Password', 'secret');
  press('Sign In');
  const busy = await screen.findByRole('button', { name: 'Signing in...' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(busy);
  gate.resolve();
  await sentTo('/create');
  const logins = sent.filter(({ call }) => call === 'POST /api/auth/login');
  expect(logins.map(({ body }) => body)).toEqual([
    { email: 'mira@example.com', password: 'secret' },
  ]);
});

test('registering leads back to where the visitor came from', async () => {
  const gate = Promise.withResolvers<void>();
  studio('POST /api/auth/register', null, gate.promise);
  open('/auth?next=%2Fcheckout%3Forder%3Do1&email=new%40example.com', <AuthPage />);
  choose('Register');
  await screen.findByRole('button', { name: 'Unlock Episode Creation' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.com');
  type('Password', 'secret');
  press('Unlock Episode Creation');
  await screen.findByRole('button', { name: 'Unlocking your studio...' });
  gate.resolve();
  await sentTo('/checkout?order=o1');
});

test('a place on another site is not gone to', async () => {
  studio('POST /api/auth/login');
  open('/auth?next=%2F%2Fevil.example', <AuthPage />);
  type('Email', 'mira@example.com');
  type('Password', 'secret');
  press('Sign In');
  await sentTo('/create');
});

test('a refusal is a destructive toast of the catalogue, and what was typed stays', async () => {
  studio('POST /api/auth/login', { status: 401, message: 'Invalid email or password' });
  open('/auth', <AuthPage />);
  type('Email', 'mira@example.com');
  type('Password', 'wrong');
  press('Sign In');
  const title = await screen.findByText('Invalid credentials');
  const toast = title.closest<HTMLElement>('[data-kind]');
  expect(toast?.dataset.kind).toBe('destructive');
  expect(within(toast ?? title).getByText(/double-check and try again/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@example.com');
  expect(here()).toBe('/auth');
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
});

test('a register refused as taken says that the account exists', async () => {
  studio('POST /api/auth/register', { status: 409, message: 'Email already registered' });
  open('/auth?tab=register', <AuthPage />);
  type('Email', 'mira@example.com');
  type('Password', 'secret');
  press('Unlock Episode Creation');
  await screen.findByText('Account already exists');
});

test('a form that cannot pass is not sent; its sentences belong to their fields', async () => {
  const sent = serve(nobody);
  open('/auth?tab=register', <AuthPage />);
  type('Email', 'mira@');
  type('Password', 'short');
  press('Unlock Episode Creation');
  const sentence = await screen.findByText('Please enter a valid email address');
  const email = screen.getByLabelText('Email');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(email.getAttribute('aria-describedby')).toBe(sentence.id);
  expect(document.activeElement).toBe(email);
  expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('the password shows itself on request and hides again', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  const password = screen.getByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  press('Show password');
  expect(password.getAttribute('type')).toBe('text');
  press('Hide password');
  expect(password.getAttribute('type')).toBe('password');
});

test('whoever is signed in already is sent on to the form', async () => {
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/auth', <AuthPage />);
  await sentTo('/create');
});

test('coming back from Google without a session is told in a toast', async () => {
  serve(nobody);
  open('/auth?error=google_not_configured', <AuthPage />);
  await screen.findByText('Google Sign-In Unavailable');
});

test('both tabs offer Google in their own words, and say when it is not set up', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  press('Continue with Google');
  const title = await screen.findByText('Google Sign-In Unavailable');
  expect(title.closest<HTMLElement>('[data-kind]')?.dataset.kind).toBe('destructive');
  choose('Register');
  const unlock = await screen.findByRole('button', { name: 'Unlock with Google' });
  expect(unlock.hasAttribute('aria-busy')).toBe(false);
});
