import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { SalesContext } from '../../api/sales.ts';
import { mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { sellingWordsIn, textOf } from '../../testing/sellingWords.ts';
import AuthPage from './AuthPage.tsx';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';
import ResetPasswordPage from './ResetPasswordPage.tsx';

/* The ways in of a house, where nothing is sold. */

const CLOSED = 'This house isn’t open to new accounts. Ask whoever runs it.';
const firebase = { apiKey: 'k', projectId: 'p', authDomain: 'd', tokenSyncUrl: null };

type Door = { signups?: boolean; needsSetupCode?: boolean; google?: boolean; letters?: boolean };

const configOf = ({ signups = true, needsSetupCode = false, google, letters }: Door) => ({
  house: { signups, needsSetupCode, minutesAMonth: 300 },
  firebase: google ? firebase : null,
  sendsEmail: letters ?? false,
  standins: [],
});

function visit(
  path: string,
  page: ReactNode,
  door: Door,
  answers: Parameters<typeof serve>[0] = {},
) {
  const sent = serve({
    'GET /api/auth/me': { user: null },
    'GET /api/config': configOf(door),
    ...answers,
  });
  open(path, <SalesContext value={false}>{page}</SalesContext>);
  return (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body);
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([
  ['/auth', 'Sign In'],
  ['/auth?tab=register', 'Create my account'],
])(
  'what is painted first at %s knows nothing of Google, money and the code',
  (path, buttonName) => {
    visit(path, <AuthPage />, {}, { 'GET /api/config': () => new Promise<never>(() => {}) });
    expect(screen.getByRole('button', { name: buttonName })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
    expect(screen.queryByText('or')).toBeNull();
    expect(screen.queryByLabelText('Setup code')).toBeNull();
    expect(sellingWordsIn(textOf(document.body.innerHTML))).toEqual([]);
  },
);

test('an open house lets anybody register, and says nothing of Google without it', async () => {
  visit('/auth', <AuthPage />, {});
  expect(screen.queryByRole('tab', { name: 'Register' })).toBeNull();
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Register' }), { button: 0 });
  await screen.findByRole('heading', { name: 'Create your account' });
  expect(screen.queryByLabelText('Setup code')).toBeNull();
  expect(document.body).not.toHaveTextContent(/Google/);
  expect(screen.queryByText('or')).toBeNull();
  expect(sellingWordsIn(textOf(document.body.innerHTML))).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Terms of Service' })).toBeNull();
});

test('a house with Google offers it once that is known', async () => {
  visit('/auth', <AuthPage />, { google: true });
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
  await screen.findByRole('button', { name: 'Continue with Google' });
});

test.each(['/auth', '/auth?tab=register'])(
  'at %s a closed house says so, and lets nobody register',
  async (path) => {
    visit(path, <AuthPage />, { signups: false });
    await screen.findByText(CLOSED);
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Create my account' })).toBeNull();
  },
);

test('the first account is made with the setup code, in a closed house too', async () => {
  let isMade = false;
  const calls = visit(
    '/auth',
    <AuthPage />,
    {},
    {
      'GET /api/config': () => ({
        status: 200,
        body: configOf({ signups: false, needsSetupCode: !isMade, google: true }),
      }),
      'GET /api/auth/me': () => ({ status: 200, body: { user: isMade ? mira : null } }),
      'POST /api/auth/register': () => {
        isMade = true;
        return { status: 201, body: { user: mira } };
      },
    },
  );
  await screen.findByRole('heading', { name: 'Make this house yours' });
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull();
  type('Email', 'mira@example.com');
  type('Password', 'secret1');
  type('Setup code', 'abcd efgh jkmn');
  press('Create my account');
  await waitFor(() => expect(here()).toBe('/create'));
  expect(calls('POST /api/auth/register')).toEqual([
    { email: 'mira@example.com', password: 'secret1', setupCode: 'abcd efgh jkmn' },
  ]);
  await waitFor(() => expect(calls('GET /api/config')).toHaveLength(2));
});

test('a wrong setup code is said at its field, and what was typed stays', async () => {
  const message = 'That’s not the setup code.';
  visit(
    '/auth?tab=register',
    <AuthPage />,
    { needsSetupCode: true },
    {
      'POST /api/auth/register': () => ({
        status: 400,
        body: { message, code: 'invalid', fields: { setupCode: message } },
      }),
    },
  );
  await screen.findByLabelText('Setup code');
  type('Email', 'mira@example.com');
  type('Password', 'secret1');
  type('Setup code', 'ABCD');
  press('Create my account');
  const sentence = await screen.findByText(message);
  const field = screen.getByLabelText('Setup code');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field.getAttribute('aria-describedby')).toContain(sentence.id);
  expect(field).toHaveValue('ABCD');
  expect(screen.getByLabelText('Email')).toHaveValue('mira@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('secret1');
});

test('whoever has an account signs in to a house that needs no code, and sends none', async () => {
  const calls = visit(
    '/auth',
    <AuthPage />,
    { signups: false },
    {
      'POST /api/auth/login': () => ({ status: 401, body: { message: 'No', code: 'invalid' } }),
    },
  );
  await screen.findByText(CLOSED);
  type('Email', 'mira@example.com');
  type('Password', 'secret1');
  press('Sign In');
  await screen.findByText('Login failed');
  expect(calls('POST /api/auth/login')).toEqual([
    { email: 'mira@example.com', password: 'secret1' },
  ]);
});

test('where no emails are sent, a forgotten password is a matter for whoever runs the house', async () => {
  visit('/forgot-password', <ForgotPasswordPage />, {});
  expect(document.body).not.toHaveTextContent(/send you|mail/i);
  await screen.findByText(/This house sends no email. Ask whoever runs it for a link/);
  expect(screen.getByText('npm run admin -- reset EMAIL')).toBeInTheDocument();
  expect(screen.queryByLabelText('Email')).toBeNull();
});

test('where a house sends emails, it sends the link', async () => {
  visit('/forgot-password', <ForgotPasswordPage />, { letters: true });
  await screen.findByRole('button', { name: 'Send the link' });
});

test('an incomplete link for a new password names no email where none are sent', async () => {
  visit('/reset-password', <ResetPasswordPage />, {});
  await screen.findByRole('heading', { name: 'This link is incomplete' });
  expect(document.body).not.toHaveTextContent(/email/i);
});
