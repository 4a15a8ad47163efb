import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account, AccountPatch } from '#shared/account.ts';
import { here, mira, open, serve } from '../../testing.tsx';
import DashboardPage from '../DashboardPage.tsx';
// Loaded when they are wanted; here they are at hand before the clock of any test runs.
import '../../ui/ToastStack.tsx';
import './AccountSheet.tsx';

type Refusal = { status: number; body: object };

/** A server that keeps the account; `refuse` is answered to a change in place of making it. */
function studio(own: Partial<Account> = {}, refuse?: Refusal) {
  let user: Account | null = { ...mira, ...own };
  const sent = serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [], nextCursor: null },
    'POST /api/auth/verify-email/resend': { success: true },
    'PATCH /api/account': (body: AccountPatch) => {
      if (refuse?.status === 401 && !('fields' in refuse.body)) user = null;
      if (refuse) return refuse;
      const { firstName = null, lastName = null, password } = body;
      if (user && password) user = { ...user, hasPassword: true };
      else if (user) user = { ...user, firstName, lastName };
      return { status: 200, body: { user } };
    },
  });
  return {
    changes: () => sent.filter(({ call }) => call === 'PATCH /api/account').map(({ body }) => body),
    calls: () => sent.map(({ call }) => call),
    prove: () => {
      if (user) user = { ...user, emailVerified: true };
    },
  };
}

/** The dashboard with the panel open, as its link shows it. */
async function panel() {
  open('/dashboard?panel=account', <DashboardPage />);
  const dialog = await screen.findByRole('dialog', { name: 'Your account' });
  return within(dialog);
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const toast = (words: string) => screen.findByText(words);

test('the link opens the panel, and closing it leaves the dashboard', async () => {
  studio();
  const sheet = await panel();
  expect(document.title).toBe('Account · Duologue');
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(here()).toBe('/dashboard');
  expect(document.title).toBe('Dashboard · Duologue');
});

test('opened from the dashboard it is closed by Back, and Forward opens it again', async () => {
  studio();
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: 'Account' });
  fireEvent.click(link);
  await screen.findByRole('dialog');
  expect(here()).toBe('/dashboard?panel=account');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(here()).toBe('/dashboard');
  window.history.forward();
  await screen.findByRole('dialog');
});

test('closing what the dashboard opened goes back once, however often it is tapped', async () => {
  studio();
  open('/pricing', <DashboardPage />);
  window.history.pushState(null, '', '/dashboard');
  fireEvent.click(await screen.findByRole('link', { name: 'Account' }));
  const sheet = within(await screen.findByRole('dialog'));
  const close = sheet.getByRole('button', { name: 'Close' });
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // From any other place, one step forward would not lead into the panel.
  window.history.forward();
  await screen.findByRole('dialog');
  expect(here()).toBe('/dashboard?panel=account');
});

test('closing gives the focus back to what opened it', async () => {
  studio();
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: 'Account' });
  link.focus();
  fireEvent.click(link);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('it says who is signed in, how, and how many episodes this month had', async () => {
  studio({ monthlyPodcastsGenerated: 3 });
  const sheet = await panel();
  expect(sheet.getByText('mira@example.com')).toBeTruthy();
  expect(sheet.getByText('You sign in with your password.')).toBeTruthy();
  expect(sheet.getByText(/^3 episodes this month\./)).toBeTruthy();
  const standing = sheet.getByRole('link', { name: 'Where you stand' });
  expect(standing.getAttribute('href')).toBe('/upgrade');
  const out = sheet.getByRole('link', { name: 'Sign Out' });
  expect(out.getAttribute('href')).toBe('/api/logout');
  const data = sheet.getByRole('link', { name: 'Download my data' });
  expect(data.getAttribute('href')).toBe('/api/account/export');
});

test.each([
  [0, 'No episode this month.'],
  [1, '1 episode this month.'],
])('%i episodes are told as "%s"', async (monthlyPodcastsGenerated, words) => {
  studio({ monthlyPodcastsGenerated });
  const sheet = await panel();
  expect(sheet.getByText(words, { exact: false })).toBeTruthy();
});

test('a proven address says so and asks for no letter', async () => {
  studio({ emailVerified: true });
  const sheet = await panel();
  expect(sheet.getByText('This address is proven.')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Send the letter again' })).toBeNull();
});

test('an address that is not proven gets its letter again, once for a double tap', async () => {
  const { calls } = studio();
  const sheet = await panel();
  const send = sheet.getByRole('button', { name: 'Send the letter again' });
  fireEvent.click(send);
  fireEvent.click(send);
  await toast('The letter is on its way');
  expect(calls().filter((call) => call === 'POST /api/auth/verify-email/resend')).toHaveLength(1);
  expect(sheet.getByRole('button', { name: 'Send it once more' })).toBeTruthy();
});

test('an address proven on another device in the meantime is told as proven', async () => {
  const { prove } = studio();
  const sheet = await panel();
  prove();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the letter again' }));
  await toast('This address is proven');
  expect(sheet.getByText('This address is proven.')).toBeTruthy();
});

test('a letter that cannot be sent says why, and can be asked for again', async () => {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [] },
    'POST /api/auth/verify-email/resend': () => ({
      status: 429,
      body: { message: 'Too many letters. Try again in an hour.', code: 'too_many' },
    }),
  });
  const sheet = await panel();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the letter again' }));
  await toast('The letter was not sent');
  await toast('Too many letters. Try again in an hour.');
  expect(sheet.getByRole('button', { name: 'Send the letter again' })).toBeTruthy();
});

test('a saved name is told, and the dashboard greets by it', async () => {
  const { changes } = studio();
  const sheet = await panel();
  expect((sheet.getByLabelText('First name') as HTMLInputElement).value).toBe('Mira');
  type(sheet.getByLabelText('First name'), 'Ada');
  type(sheet.getByLabelText('Last name'), 'Lovelace');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Name saved');
  expect(changes()).toEqual([{ firstName: 'Ada', lastName: 'Lovelace' }]);
  const greeting = screen.getByRole('heading', { level: 1, hidden: true });
  expect(greeting.textContent).toMatch(/Ada/);
});

test('a name can be taken away again', async () => {
  const { changes } = studio();
  const sheet = await panel();
  type(sheet.getByLabelText('First name'), ' ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Name saved');
  expect(changes()).toEqual([{ firstName: ' ', lastName: '' }]);
});

test('a name that is too long is refused at its field, and nothing is sent', async () => {
  const { changes } = studio();
  const sheet = await panel();
  type(sheet.getByLabelText('Last name'), 'x'.repeat(81));
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await sheet.findByText('At most 80 characters');
  const field = sheet.getByLabelText('Last name');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(changes()).toEqual([]);
});

test('a name that cannot be saved stays in its field', async () => {
  studio({}, { status: 500, body: { message: 'Something broke', code: 'internal' } });
  const sheet = await panel();
  type(sheet.getByLabelText('First name'), 'Ada');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Your name was not saved');
  await toast('Something broke');
  expect((sheet.getByLabelText('First name') as HTMLInputElement).value).toBe('Ada');
});

test('a password manager finds whose password changes, which one, and into what', async () => {
  studio();
  const sheet = await panel();
  const hints = ['current-password', 'new-password'];
  const fields = ['Current password', 'New password'].map((name) => sheet.getByLabelText(name));
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(hints);
  const form = fields[0]?.closest('form');
  const name = form?.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  expect(name?.value).toBe('mira@example.com');
});

test('a new password is told, and the fields are empty again', async () => {
  const { changes } = studio();
  const sheet = await panel();
  type(sheet.getByLabelText('Current password'), 'secret1');
  type(sheet.getByLabelText('New password'), 'secret2');
  const save = sheet.getByRole('button', { name: 'Change password' });
  fireEvent.click(save);
  await toast('Password changed');
  expect(changes()).toEqual([{ password: { current: 'secret1', new: 'secret2' } }]);
  const fields = [sheet.getByLabelText('Current password'), sheet.getByLabelText('New password')];
  expect(fields.map((field) => (field as HTMLInputElement).value)).toEqual(['', '']);
});

test('a password is shown and hidden where it is typed', async () => {
  studio();
  const sheet = await panel();
  const field = sheet.getByLabelText('New password');
  expect(field.getAttribute('type')).toBe('password');
  const [, show] = sheet.getAllByRole('button', { name: 'Show password' });
  fireEvent.click(show as HTMLElement);
  expect(field.getAttribute('type')).toBe('text');
  expect(sheet.getByLabelText('Current password').getAttribute('type')).toBe('password');
});

test('a wrong current password is told at its field, which has the focus', async () => {
  const message = 'That is not your current password';
  const body = { message, code: 'bad_credentials', fields: { 'password.current': message } };
  studio({}, { status: 401, body });
  const sheet = await panel();
  type(sheet.getByLabelText('Current password'), 'wrong one');
  type(sheet.getByLabelText('New password'), 'secret2');
  fireEvent.click(sheet.getByRole('button', { name: 'Change password' }));
  await toast('Your password was not changed');
  const field = sheet.getByLabelText('Current password');
  await waitFor(() => expect(document.activeElement).toBe(field));
  const told = document.getElementById(String(field.getAttribute('aria-describedby')));
  expect(told?.textContent).toBe(message);
  expect((sheet.getByLabelText('New password') as HTMLInputElement).value).toBe('secret2');
});

test('passwords that will not do are refused before anything is sent', async () => {
  const { changes } = studio();
  const sheet = await panel();
  type(sheet.getByLabelText('New password'), 'short');
  fireEvent.click(sheet.getByRole('button', { name: 'Change password' }));
  await sheet.findByText('Please enter your current password');
  await sheet.findByText('Password must be at least 6 characters');
  expect(changes()).toEqual([]);
});

test('an account that came in with Google sets a password, and is then asked for it', async () => {
  const { changes } = studio({ authProvider: 'google', hasPassword: false });
  const sheet = await panel();
  expect(sheet.getByText('You sign in with Google. There is no password yet.')).toBeTruthy();
  expect(sheet.queryByLabelText('Current password')).toBeNull();
  type(sheet.getByLabelText('New password'), 'secret1');
  fireEvent.click(sheet.getByRole('button', { name: 'Set password' }));
  await toast('Password set');
  expect(changes()).toEqual([{ password: { current: '', new: 'secret1' } }]);
  expect(await sheet.findByLabelText('Current password')).toBeTruthy();
  expect(sheet.getByText('You sign in with Google or your password.')).toBeTruthy();
});

test('a session that ended elsewhere closes the panel: nobody is signed in any more', async () => {
  const body = { message: 'Please sign in', code: 'unauthenticated' };
  studio({}, { status: 401, body });
  const sheet = await panel();
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Your name was not saved');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without a connection a change is not lost, and the reason is told', async () => {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [] },
  });
  const sheet = await panel();
  type(sheet.getByLabelText('First name'), 'Ada');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('We could not reach the studio. Check your connection.');
  expect((sheet.getByLabelText('First name') as HTMLInputElement).value).toBe('Ada');
});
