import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '#shared/account.ts';
import { anAccount, aPodcast, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import DashboardPage from './DashboardPage.tsx';
// The page loads these on demand; here they are loaded before any test times out waiting for them.
import '../ui/ToastStack.tsx';
import '../account/menu/AccountSheet.tsx';
import '../player/feed/FeedSheet.tsx';

const FEED = 'https://duologue.example/feeds/secret.xml';

function setUp(more: Parameters<typeof serve>[0] = {}, own: Partial<Account> = {}) {
  return serve({
    'GET /api/auth/me': { user: anAccount(own) },
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [aPodcast()], nextCursor: null },
    'GET /api/account/feed': { feedUrl: FEED },
    'POST /api/auth/logout': { success: true },
    ...more,
  });
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('the private feed can be opened in an app or copied from the dashboard', async () => {
  setUp();
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('link', { name: 'Listen in your podcast app' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Listen in your podcast app' }));
  expect(here()).toBe('/dashboard?panel=feed');
  expect(await sheet.findByRole('img', { name: /^Scan this/ })).toBeInTheDocument();
  const apple = await sheet.findByRole('link', { name: /Apple Podcasts/ });
  expect(apple).toHaveAttribute('href', expect.stringMatching(/^podcast:/));
  fireEvent.click(sheet.getByRole('button', { name: 'Copy address' }));
  await sheet.findByRole('button', { name: 'Copied' });
  expect(copied).toEqual([FEED]);
});

test('a feed address that cannot be fetched can be retried', async () => {
  let asked = 0;
  setUp({
    'GET /api/account/feed': () => {
      asked += 1;
      return asked === 1 ? { status: 500, body: '' } : { status: 200, body: { feedUrl: FEED } };
    },
  });
  open('/dashboard?panel=feed', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText(FEED);
});

/** A step of the account panel. */
async function step(row: RegExp, name: string) {
  open('/dashboard?panel=account', <DashboardPage />);
  const panel = within(await screen.findByRole('dialog', { name: 'Your account' }));
  fireEvent.click(panel.getByRole('button', { name: row }));
  return within(await screen.findByRole('dialog', { name }));
}
const deletion = () => step(/^Delete account/, 'Delete your account?');

test('the account panel changes the feed address only after a confirmation', async () => {
  const sent = setUp({
    'POST /api/account/feed': () => ({
      status: 201,
      body: { feedUrl: 'https://duologue.example/feeds/new.xml' },
    }),
  });
  const sheet = await step(/^Private feed/, 'Your private feed');
  await sheet.findByText(FEED);
  fireEvent.click(sheet.getByRole('button', { name: 'Change the address' }));
  expect(sheet.getByText(/old address stops working at once/)).toBeInTheDocument();
  expect(sent.some(({ call }) => call === 'POST /api/account/feed')).toBe(false);
  fireEvent.click(sheet.getByRole('button', { name: 'Change it now' }));
  await sheet.findByText('https://duologue.example/feeds/new.xml');
  expect(sheet.queryByText(FEED)).not.toBeInTheDocument();
});

test('an account is deleted only with its password, and the user lands on the home page', async () => {
  let gone = false;
  const sent = setUp({
    'GET /api/auth/me': () => ({ status: 200, body: { user: gone ? null : mira } }),
    'DELETE /api/account': (body: unknown) => {
      const right = (body as { password: string }).password === 'secret1';
      gone = right;
      const message = 'That’s not your password';
      return right
        ? { status: 204, body: '' }
        : {
            status: 401,
            body: { message, code: 'bad_credentials', fields: { password: message } },
          };
    },
  });
  const sheet = await deletion();
  const field = sheet.getByLabelText('Your password, to continue');
  const button = sheet.getByRole('button', { name: 'Delete my account for good' });
  fireEvent.click(button);
  await sheet.findByText('Please enter your password');
  type(field, 'wrong');
  fireEvent.click(button);
  await sheet.findByText('That’s not your password');
  expect(field).toHaveFocus();
  type(field, 'secret1');
  fireEvent.click(button);
  await screen.findByText('Your account is deleted');
  await waitFor(() => expect(here()).toBe('/'));
  const deletes = sent.filter(({ call }) => call === 'DELETE /api/account');
  expect(deletes.map(({ body }) => body)).toEqual([{ password: 'wrong' }, { password: 'secret1' }]);
});

test('deleting an account without a password takes typing DELETE, and a refusal is shown', async () => {
  const message = 'An episode of yours is being made.';
  const sent = setUp(
    { 'DELETE /api/account': () => ({ status: 409, body: { message, code: 'conflict' } }) },
    { hasPassword: false, authProvider: 'google' },
  );
  const sheet = await deletion();
  const field = sheet.getByLabelText('Type DELETE to continue');
  const button = sheet.getByRole('button', { name: 'Delete my account for good' });
  type(field, 'no');
  fireEvent.click(button);
  await sheet.findByText('Please type DELETE');
  type(field, 'delete');
  fireEvent.click(button);
  await screen.findByText(message);
  expect(here()).toBe('/dashboard?panel=account');
  const deletes = sent.filter(({ call }) => call === 'DELETE /api/account');
  expect(deletes.map(({ body }) => body)).toEqual([{ word: 'DELETE' }]);
});
