import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { carry } from '../../api/keptOrder.ts';
import { mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { scrolls } from '../../testing/scrolls.ts';
import AuthPage from './AuthPage.tsx';

const nobody = { 'GET /api/auth/me': { user: null } };

type Refusal = { status: number; message: string };

/** A server that signs in, or refuses to, once `gate` lets it answer; then the session has the user. */
function setUp(path: string, refusal?: Refusal | null, gate?: Promise<void>) {
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

/** Waits for the move to `path` and for the scroll to its top that follows. */
async function sentTo(path: string) {
  await waitFor(() => expect(here()).toBe(path));
  await waitFor(() => expect(scrolls).toContainEqual([0, 0]));
}

test('the sign-in page opens on the Login tab with the texts of the specification', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  expect(screen.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
  for (const words of [
    'AI-Powered Podcast Generation',
    'Limited Time Offer',
    'A free 10-minute bonus podcast after your first purchase',
    'Welcome Back',
    'Sign in to access your AI podcast studio',
  ])
    expect(screen.getByText(words)).toBeInTheDocument();
  for (const [name, href] of [
    ['Forgot your password?', '/forgot-password'],
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
});

test('the Register tab has its own texts and keeps the email that was typed', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  type('Email', 'mira@example.com');
  choose('Register');
  await screen.findByRole('heading', { name: 'Unlock AI Episode Creation' });
  expect(screen.getByLabelText('Email')).toHaveValue('mira@example.com');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('bonus 10-minute episode');
  expect(screen.getByPlaceholderText('Create a password (min 6 characters)')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Unlock Episode Creation' })).toBeInTheDocument();
});

test('signing in shows "Signing in...", sends one request, then opens /create at its top', async () => {
  const gate = Promise.withResolvers<void>();
  const sent = setUp('POST /api/auth/login', null, gate.promise);
  open('/auth', <AuthPage />);
  type('Email', ' mira@example.com ');
  type('Password', 'secret');
  press('Sign In');
  const busy = await screen.findByRole('button', { name: 'Signing in...' });
  expect(busy).toHaveAttribute('aria-busy', 'true');
  fireEvent.click(busy);
  gate.resolve();
  await sentTo('/create');
  const logins = sent.filter(({ call }) => call === 'POST /api/auth/login');
  expect(logins.map(({ body }) => body)).toEqual([
    { email: 'mira@example.com', password: 'secret' },
  ]);
});

test('registering returns visitors to the page they came from', async () => {
  const gate = Promise.withResolvers<void>();
  setUp('POST /api/auth/register', null, gate.promise);
  open('/auth?next=%2Fcheckout%3Forder%3Do1&email=new%40example.com', <AuthPage />);
  choose('Register');
  await screen.findByRole('button', { name: 'Unlock Episode Creation' });
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
  type('Password', 'secret');
  press('Unlock Episode Creation');
  await screen.findByRole('button', { name: 'Unlocking your studio...' });
  gate.resolve();
  await sentTo('/checkout?order=o1');
});

const kept = carry({ draftId: 'd1', topic: 'Bees '.repeat(100), duration: 15, total: 599 });
const fromAnOrder = '/auth?next=%2Fcreate&email=new%40example.com&tab=register';

test('whoever comes from an order registers, below what is kept for them', async () => {
  serve(nobody);
  open(fromAnOrder, <AuthPage />, kept);
  const tape = screen.getByRole('region', { name: 'Your order' });
  expect(tape).toHaveTextContent(/^Kept for you: (Bees ){7}Bees…, 15 min, \$5\.99$/);
  expect(screen.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
  expect(screen.getByText('AI-Powered Podcast Generation')).toBeInTheDocument();
  expect(screen.getByText('Limited Time Offer')).toBeInTheDocument();
});

test('whoever comes without an order finds nothing kept', () => {
  serve(nobody);
  open(fromAnOrder, <AuthPage />);
  expect(screen.queryByText(/Kept for you/)).toBeNull();
});

test.each([
  ['registering', 'POST /api/auth/register', 'Register', 'Unlock Episode Creation'],
  ['signing in', 'POST /api/auth/login', 'Login', 'Sign In'],
])('%s takes a kept order back to the form', async (_, path, tab, buttonName) => {
  setUp(path);
  open(fromAnOrder, <AuthPage />, kept);
  choose(tab);
  await screen.findByRole('button', { name: buttonName });
  type('Password', 'secret');
  press(buttonName);
  await sentTo('/create');
  expect(window.history.state).toEqual(kept);
  expect(await screen.findByText('You’re in')).toBeInTheDocument();
});

test('signing in never redirects to another site', async () => {
  setUp('POST /api/auth/login');
  open('/auth?next=%2F%2Fevil.example', <AuthPage />);
  type('Email', 'mira@example.com');
  type('Password', 'secret');
  press('Sign In');
  await sentTo('/create');
});

const CREDENTIALS =
  'The email or password you entered is incorrect. Please double-check and try again.';

test('a refused sign-in shows a destructive toast and keeps the email', async () => {
  setUp('POST /api/auth/login', { status: 401, message: 'Invalid email or password' });
  open('/auth', <AuthPage />);
  type('Email', 'mira@example.com');
  type('Password', 'wrong');
  press('Sign In');
  const title = await screen.findByText('Invalid credentials');
  const toast = title.closest<HTMLElement>('[data-kind]');
  expect(toast).toHaveAttribute('data-kind', 'destructive');
  expect(within(toast ?? title).getByText(CREDENTIALS)).toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toHaveValue('mira@example.com');
  expect(here()).toBe('/auth');
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeInTheDocument();
});

test('registering with a taken email shows "Account already exists"', async () => {
  setUp('POST /api/auth/register', { status: 409, message: 'Email already registered' });
  open('/auth?tab=register', <AuthPage />);
  type('Email', 'mira@example.com');
  type('Password', 'secret');
  press('Unlock Episode Creation');
  const title = await screen.findByText('Account already exists');
  expect(title.closest('[data-kind]')).toHaveAttribute('data-kind', 'destructive');
});

test('an empty sign-in is not sent, shows both errors and focuses the first field', async () => {
  const sent = serve(nobody);
  open('/auth', <AuthPage />);
  press('Sign In');
  const sentence = await screen.findByText('Please enter a valid email address');
  const email = screen.getByLabelText('Email');
  expect(email).toHaveAttribute('aria-describedby', sentence.id);
  expect(email).toHaveFocus();
  expect(screen.getByText('Password is required')).toBeInTheDocument();
  expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('an invalid registration form is not sent, shows its errors and focuses the first field', async () => {
  const sent = serve(nobody);
  open('/auth?tab=register', <AuthPage />);
  type('Email', 'mira@');
  type('Password', 'short');
  press('Unlock Episode Creation');
  const sentence = await screen.findByText('Please enter a valid email address');
  const email = screen.getByLabelText('Email');
  expect(email).toHaveAttribute('aria-invalid', 'true');
  expect(email).toHaveAttribute('aria-describedby', sentence.id);
  expect(email).toHaveFocus();
  expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument();
  expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'true');
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

test('an address with an umlaut is sent with its domain in ASCII, or told why it cannot be', async () => {
  const sent = setUp('POST /api/auth/register');
  open('/auth?tab=register', <AuthPage />);
  type('Email', 'jörg@example.com');
  type('Password', 'secret');
  press('Unlock Episode Creation');
  const sentence = await screen.findByText(
    'Our emails only reach addresses with plain characters (a to z) before the @',
  );
  expect(screen.getByLabelText('Email')).toHaveAttribute('aria-describedby', sentence.id);
  type('Email', 'jorg@bücher.example');
  press('Unlock Episode Creation');
  await sentTo('/create');
  const registered = sent.filter(({ call }) => call === 'POST /api/auth/register');
  expect(registered.map(({ body }) => body)).toEqual([
    { email: 'jorg@xn--bcher-kva.example', password: 'secret' },
  ]);
});

test('the password can be shown and hidden again', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  press('Show password');
  expect(password).toHaveAttribute('type', 'text');
  press('Hide password');
  expect(password).toHaveAttribute('type', 'password');
});

test('a visitor who is already signed in is sent to /create', async () => {
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/auth', <AuthPage />);
  await sentTo('/create');
});

test.each([
  [
    'google_not_configured',
    'Google Sign-In Unavailable',
    'Google authentication is not set up yet. Please use email and password.',
  ],
  ['google_auth_failed', 'Google Sign-In Error', 'Please try again or use email/password login.'],
])('returning from Google with "%s" shows the toast "%s"', async (code, title, text) => {
  serve(nobody);
  open(`/auth?error=${code}`, <AuthPage />);
  const said = await screen.findByText(title);
  const toast = said.closest<HTMLElement>('[data-kind]');
  expect(toast).toHaveAttribute('data-kind', 'destructive');
  expect(within(toast ?? said).getByText(text)).toBeInTheDocument();
});

test('both tabs offer Google, and pressing it shows a toast when it is not set up', async () => {
  serve(nobody);
  open('/auth', <AuthPage />);
  press('Continue with Google');
  const title = await screen.findByText('Google Sign-In Unavailable');
  expect(title.closest('[data-kind]')).toHaveAttribute('data-kind', 'destructive');
  choose('Register');
  const unlock = await screen.findByRole('button', { name: 'Unlock with Google' });
  expect(unlock).not.toHaveAttribute('aria-busy');
});
