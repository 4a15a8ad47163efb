import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '#shared/account.ts';
import { here, mira, open, serve } from '../../testing.tsx';
import DashboardPage from '../DashboardPage.tsx';
import { aTape } from '../fixtures.ts';
import { appsFor } from './apps.ts';
// Loaded when they are wanted; here they are at hand before the clock of any test runs.
import '../../ui/ToastStack.tsx';
import '../account/AccountSheet.tsx';
import './FeedSheet.tsx';

const FEED = 'https://duologue.example/feeds/secret.xml';

function studio(more: Parameters<typeof serve>[0] = {}, own: Partial<Account> = {}) {
  return serve({
    'GET /api/auth/me': { user: { ...mira, ...own } },
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [aTape({})], nextCursor: null },
    'GET /api/account/feed': { feedUrl: FEED },
    'POST /api/auth/logout': { success: true },
    ...more,
  });
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('each app is asked in its own way, with the whole address or without its scheme', () => {
  expect(appsFor(FEED).map(({ name, href }) => [name, href])).toEqual([
    ['Apple Podcasts', 'podcast://duologue.example/feeds/secret.xml'],
    [
      'Overcast',
      'overcast://x-callback-url/add?url=https%3A%2F%2Fduologue.example%2Ffeeds%2Fsecret.xml',
    ],
    ['Pocket Casts', 'pktc://subscribe/duologue.example/feeds/secret.xml'],
    [
      'AntennaPod',
      'https://antennapod.org/deeplink/subscribe?url=https%3A%2F%2Fduologue.example%2Ffeeds%2Fsecret.xml',
    ],
  ]);
});

test('the dashboard leads to the feed, which opens in an app or is copied', async () => {
  studio();
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('link', { name: 'Listen in your podcast app' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Listen in your podcast app' }));
  expect(here()).toBe('/dashboard?panel=feed');
  const apple = await sheet.findByRole('link', { name: /Apple Podcasts/ });
  expect(apple.getAttribute('href')).toMatch(/^podcast:/);
  fireEvent.click(sheet.getByRole('button', { name: 'Copy address' }));
  await sheet.findByRole('button', { name: 'Copied' });
  expect(copied).toEqual([FEED]);
});

test('a feed whose address cannot be fetched can be asked for again', async () => {
  let asked = 0;
  studio({
    'GET /api/account/feed': () => {
      asked += 1;
      return asked === 1 ? { status: 500, body: '' } : { status: 200, body: { feedUrl: FEED } };
    },
  });
  open('/dashboard?panel=feed', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText(FEED);
});

const panel = async () => {
  open('/dashboard?panel=account', <DashboardPage />);
  return within(await screen.findByRole('dialog', { name: 'Your account' }));
};

test('the account panel changes the address after a second thought', async () => {
  const sent = studio({
    'POST /api/account/feed': () => ({
      status: 201,
      body: { feedUrl: 'https://duologue.example/feeds/new.xml' },
    }),
  });
  const sheet = await panel();
  await sheet.findByText(FEED);
  fireEvent.click(sheet.getByRole('button', { name: 'Change the address' }));
  expect(sheet.getByText(/old address ends at once/)).toBeTruthy();
  expect(sent.some(({ call }) => call === 'POST /api/account/feed')).toBe(false);
  fireEvent.click(sheet.getByRole('button', { name: 'Change it now' }));
  await sheet.findByText('https://duologue.example/feeds/new.xml');
  expect(sheet.queryByText(FEED)).toBeNull();
});

test('an account is deleted by its password, and the browser forgets it', async () => {
  let gone = false;
  const sent = studio({
    'GET /api/auth/me': () => ({ status: 200, body: { user: gone ? null : mira } }),
    'DELETE /api/account': (body: unknown) => {
      const right = (body as { password: string }).password === 'secret1';
      gone = right;
      const message = 'Your password is not right';
      return right
        ? { status: 204, body: '' }
        : {
            status: 401,
            body: { message, code: 'bad_credentials', fields: { password: message } },
          };
    },
  });
  const sheet = await panel();
  fireEvent.click(sheet.getByRole('button', { name: 'Delete account...' }));
  const field = sheet.getByLabelText('Your password, to go on');
  const key = sheet.getByRole('button', { name: 'Delete my account for good' });
  fireEvent.click(key);
  await sheet.findByText('Please enter your password');
  type(field, 'wrong');
  fireEvent.click(key);
  await sheet.findByText('Your password is not right');
  expect(document.activeElement).toBe(field);
  type(field, 'secret1');
  fireEvent.click(key);
  await screen.findByText('Your account is deleted');
  await waitFor(() => expect(here()).toBe('/'));
  const deletes = sent.filter(({ call }) => call === 'DELETE /api/account');
  expect(deletes.map(({ body }) => body)).toEqual([{ password: 'wrong' }, { password: 'secret1' }]);
});

test('an account without a password is deleted by a word', async () => {
  const message = 'An episode of yours is being made.';
  const sent = studio(
    { 'DELETE /api/account': () => ({ status: 409, body: { message, code: 'conflict' } }) },
    { hasPassword: false, authProvider: 'google' },
  );
  const sheet = await panel();
  fireEvent.click(sheet.getByRole('button', { name: 'Delete account...' }));
  const field = sheet.getByLabelText('Type DELETE to go on');
  const key = sheet.getByRole('button', { name: 'Delete my account for good' });
  type(field, 'no');
  fireEvent.click(key);
  await sheet.findByText('Please type DELETE');
  type(field, 'delete');
  fireEvent.click(key);
  await screen.findByText(message);
  expect(here()).toBe('/dashboard?panel=account');
  const deletes = sent.filter(({ call }) => call === 'DELETE /api/account');
  expect(deletes.map(({ body }) => body)).toEqual([{ word: 'DELETE' }]);
});
