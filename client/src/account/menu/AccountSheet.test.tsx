import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Account, AccountPatch } from '#shared/account.ts';
import { SalesContext } from '../../api/sales.ts';
import DashboardPage from '../../shelf/DashboardPage.tsx';
import { anAccount, mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { sellingWordsIn, textOf } from '../../testing/sellingWords.ts';
// The page loads these on demand; here they are loaded before any test times out waiting for them.
import '../../ui/ToastStack.tsx';
import './AccountSheet.tsx';

type Refusal = { status: number; body: object };

/** A server that stores the account, or answers every change with `refuse`. */
function setUp(own: Partial<Account> = {}, refuse?: Refusal) {
  let user: Account | null = anAccount(own);
  const sent = serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [], nextCursor: null },
    'POST /api/auth/verify-email/resend': { success: true },
    'PATCH /api/account': (body: AccountPatch) => {
      if (refuse?.status === 401 && !('fields' in refuse.body)) user = null;
      if (refuse) return refuse;
      const { firstName = null, lastName = null, password, hasMemory } = body;
      if (user && password) user = { ...user, hasPassword: true };
      else if (user && hasMemory !== undefined) user = { ...user, hasMemory };
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

/** The account panel, opened over the dashboard by its link. */
async function panel() {
  open('/dashboard?panel=account', <DashboardPage />);
  const dialog = await screen.findByRole('dialog', { name: 'Your account' });
  return within(dialog);
}

/** The panel, one step further. */
async function step(row: RegExp, name: string) {
  const sheet = await panel();
  fireEvent.click(sheet.getByRole('button', { name: row }));
  return within(await screen.findByRole('dialog', { name }));
}
const nameStep = () => step(/^Name/, 'Your name');
const passwordStep = () => step(/^Password/, 'Change your password');
/** Back in the list, with the focus on the row of the step. */
async function isBackAt(row: RegExp) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Your account' }));
  const button = dialog.getByRole('button', { name: row });
  await waitFor(() => expect(button).toHaveFocus());
  return dialog;
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const toast = (words: string) => screen.findByText(words);

test('a link opens the account panel, and closing it shows the dashboard', async () => {
  setUp();
  const sheet = await panel();
  expect(document.title).toBe('Account · Duologue');
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(here()).toBe('/dashboard');
  expect(document.title).toBe('Dashboard · Duologue');
});

test('Back closes the account panel, and Forward opens it again', async () => {
  setUp();
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: 'Account' });
  fireEvent.click(link);
  await screen.findByRole('dialog');
  expect(here()).toBe('/dashboard?panel=account');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(here()).toBe('/dashboard');
  window.history.forward();
  await screen.findByRole('dialog');
});

test('a double tap on Close of the account panel goes back only once in the history', async () => {
  setUp();
  open('/pricing', <DashboardPage />);
  window.history.pushState(null, '', '/dashboard');
  fireEvent.click(await screen.findByRole('link', { name: 'Account' }));
  const sheet = within(await screen.findByRole('dialog'));
  const close = sheet.getByRole('button', { name: 'Close' });
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  // After more than one step back, one step forward would not lead to the panel.
  window.history.forward();
  await screen.findByRole('dialog');
  expect(here()).toBe('/dashboard?panel=account');
});

test('closing the account panel returns the focus to its link', async () => {
  setUp();
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: 'Account' });
  link.focus();
  fireEvent.click(link);
  const sheet = within(await screen.findByRole('dialog'));
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(link).toHaveFocus());
});

test('the account panel shows the email and the episodes of this month', async () => {
  setUp({ monthlyPodcastsGenerated: 3 });
  const sheet = await panel();
  expect(sheet.getByText('mira@example.com')).toBeInTheDocument();
  expect(sheet.getByText(/^3 episodes this month\./)).toBeInTheDocument();
  const standing = sheet.getByRole('link', { name: 'See your usage' });
  expect(standing).toHaveAttribute('href', '/upgrade');
  const out = sheet.getByRole('link', { name: 'Sign Out' });
  expect(out).toHaveAttribute('href', '/api/logout');
  const data = sheet.getByRole('link', { name: /^Download my data/ });
  expect(data).toHaveAttribute('href', '/api/account/export');
});

test.each([
  [0, 'No episodes this month.'],
  [1, '1 episode this month.'],
])('the account panel shows %i episodes as "%s"', async (monthlyPodcastsGenerated, words) => {
  setUp({ monthlyPodcastsGenerated });
  const sheet = await panel();
  expect(sheet.getByText(words, { exact: false })).toBeInTheDocument();
});

test('a verified email address says so and offers no verification email', async () => {
  setUp({ emailVerified: true });
  const sheet = await panel();
  expect(sheet.getByText('This address is confirmed.')).toBeInTheDocument();
  expect(sheet.queryByRole('button', { name: 'Send the email again' })).not.toBeInTheDocument();
});

test('a double tap sends the verification email again only once', async () => {
  const { calls } = setUp();
  const sheet = await panel();
  const send = sheet.getByRole('button', { name: 'Send the email again' });
  fireEvent.click(send);
  fireEvent.click(send);
  await toast('The email is on its way');
  expect(calls().filter((call) => call === 'POST /api/auth/verify-email/resend')).toHaveLength(1);
  expect(sheet.getByRole('button', { name: 'Send it once more' })).toBeInTheDocument();
});

test('an email address verified on another device meanwhile is shown as verified', async () => {
  const { prove } = setUp();
  const sheet = await panel();
  prove();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the email again' }));
  await toast('This address is confirmed');
  expect(sheet.getByText('This address is confirmed.')).toBeInTheDocument();
});

test('a verification email that cannot be sent shows the reason and can be requested again', async () => {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [] },
    'POST /api/auth/verify-email/resend': () => ({
      status: 429,
      body: { message: 'Too many emails. Try again in an hour.', code: 'too_many' },
    }),
  });
  const sheet = await panel();
  fireEvent.click(sheet.getByRole('button', { name: 'Send the email again' }));
  await toast('The email wasn’t sent');
  await toast('Too many emails. Try again in an hour.');
  expect(sheet.getByRole('button', { name: 'Send the email again' })).toBeInTheDocument();
});

test('saving a name is confirmed, and the dashboard greets the user by it', async () => {
  const { changes } = setUp();
  const sheet = await nameStep();
  expect(sheet.getByLabelText('First name')).toHaveValue('Mira');
  type(sheet.getByLabelText('First name'), 'Ada');
  type(sheet.getByLabelText('Last name'), 'Lovelace');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Name saved');
  expect(changes()).toEqual([{ firstName: 'Ada', lastName: 'Lovelace' }]);
  await isBackAt(/^Name Ada Lovelace$/);
  const greeting = screen.getByRole('heading', { level: 1, hidden: true });
  expect(greeting).toHaveTextContent(/Ada/);
});

test('a name can be removed', async () => {
  const { changes } = setUp();
  const sheet = await nameStep();
  type(sheet.getByLabelText('First name'), ' ');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Name saved');
  expect(changes()).toEqual([{ firstName: ' ', lastName: '' }]);
});

test('a name that is too long is refused at its field, and nothing is sent', async () => {
  const { changes } = setUp();
  const sheet = await nameStep();
  type(sheet.getByLabelText('Last name'), 'x'.repeat(81));
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await sheet.findByText('At most 80 characters');
  const field = sheet.getByLabelText('Last name');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(changes()).toEqual([]);
});

test('a name that cannot be saved stays in its field', async () => {
  setUp({}, { status: 500, body: { message: 'Something broke', code: 'internal' } });
  const sheet = await nameStep();
  type(sheet.getByLabelText('First name'), 'Ada');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Your name wasn’t saved');
  await toast('Something broke');
  expect(sheet.getByLabelText('First name')).toHaveValue('Ada');
});

test('the password form has the autocomplete hints that a password manager needs', async () => {
  setUp();
  const sheet = await passwordStep();
  const hints = ['current-password', 'new-password'];
  const fields = ['Current password', 'New password'].map((name) => sheet.getByLabelText(name));
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual(hints);
  const form = fields[0]?.closest('form');
  const name = form?.querySelector('input[autocomplete="username"]');
  expect(name).toHaveValue('mira@example.com');
});

test('changing the password is confirmed, and leads back to the list', async () => {
  const { changes } = setUp();
  const sheet = await passwordStep();
  type(sheet.getByLabelText('Current password'), 'secret1');
  type(sheet.getByLabelText('New password'), 'secret2');
  const save = sheet.getByRole('button', { name: 'Change password' });
  fireEvent.click(save);
  await toast('Password changed');
  expect(changes()).toEqual([{ password: { current: 'secret1', new: 'secret2' } }]);
  await isBackAt(/^Password$/);
});

test('"Show password" shows its own field and leaves the other hidden', async () => {
  setUp();
  const sheet = await passwordStep();
  const field = sheet.getByLabelText('New password');
  expect(field).toHaveAttribute('type', 'password');
  const [, show] = sheet.getAllByRole('button', { name: 'Show password' });
  fireEvent.click(show as HTMLElement);
  expect(field).toHaveAttribute('type', 'text');
  expect(sheet.getByLabelText('Current password')).toHaveAttribute('type', 'password');
});

test('a wrong current password is reported at its field, which gets the focus', async () => {
  const message = 'That is not your current password';
  const body = { message, code: 'bad_credentials', fields: { 'password.current': message } };
  setUp({}, { status: 401, body });
  const sheet = await passwordStep();
  type(sheet.getByLabelText('Current password'), 'wrong one');
  type(sheet.getByLabelText('New password'), 'secret2');
  fireEvent.click(sheet.getByRole('button', { name: 'Change password' }));
  await toast('Your password wasn’t changed');
  const field = sheet.getByLabelText('Current password');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(message);
  expect(sheet.getByLabelText('New password')).toHaveValue('secret2');
});

test('a missing or too short password is refused before anything is sent', async () => {
  const { changes } = setUp();
  const sheet = await passwordStep();
  type(sheet.getByLabelText('New password'), 'short');
  fireEvent.click(sheet.getByRole('button', { name: 'Change password' }));
  await sheet.findByText('Please enter your current password');
  await sheet.findByText('Password must be at least 6 characters');
  expect(changes()).toEqual([]);
});

test('an account created with Google can set a password and is then asked for it', async () => {
  const { changes } = setUp({ authProvider: 'google', hasPassword: false });
  const sheet = await panel();
  expect(sheet.getByText('You sign in with Google.')).toBeInTheDocument();
  fireEvent.click(sheet.getByRole('button', { name: 'Password Not set' }));
  const first = within(await screen.findByRole('dialog', { name: 'Set a password' }));
  expect(first.queryByLabelText('Current password')).not.toBeInTheDocument();
  type(first.getByLabelText('New password'), 'secret1');
  fireEvent.click(first.getByRole('button', { name: 'Set password' }));
  await toast('Password set');
  expect(changes()).toEqual([{ password: { current: '', new: 'secret1' } }]);
  const list = await isBackAt(/^Password$/);
  expect(list.getByText('You sign in with Google or your password.')).toBeInTheDocument();
  fireEvent.click(list.getByRole('button', { name: 'Password' }));
  expect(await screen.findByLabelText('Current password')).toBeInTheDocument();
});

test('Back leads from a step to its row, and the panel opens at the list again', async () => {
  setUp();
  const sheet = await nameStep();
  fireEvent.click(sheet.getByRole('button', { name: 'Back' }));
  await isBackAt(/^Name/);
  fireEvent.click(screen.getByRole('button', { name: /^Private feed/ }));
  const feed = await screen.findByRole('dialog', { name: 'Your private feed' });
  fireEvent.keyDown(feed, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  fireEvent.click(screen.getByRole('link', { name: 'Account' }));
  await screen.findByRole('dialog', { name: 'Your account' });
});

test('the account panel closes when the session turns out to have ended', async () => {
  const body = { message: 'Please sign in', code: 'unauthenticated' };
  setUp({}, { status: 401, body });
  const sheet = await nameStep();
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('Your name wasn’t saved');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a name saved without a connection stays in its field, and the reason is shown', async () => {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders: [] },
    'GET /api/podcasts': { podcasts: [] },
  });
  const sheet = await nameStep();
  type(sheet.getByLabelText('First name'), 'Ada');
  fireEvent.click(sheet.getByRole('button', { name: 'Save name' }));
  await toast('The studio isn’t answering right now. Try again in a minute.');
  expect(sheet.getByLabelText('First name')).toHaveValue('Ada');
});

const memory = (sheet: Awaited<ReturnType<typeof panel>>) =>
  sheet.getByRole('checkbox', { name: 'Remember what I’ve heard' });

test('the memory of an account is switched off at once, and on again', async () => {
  const { changes } = setUp();
  const sheet = await panel();
  expect(memory(sheet)).toBeChecked();
  expect(memory(sheet)).toHaveAccessibleDescription(/doesn’t repeat the first/);
  fireEvent.click(memory(sheet));
  await waitFor(() => expect(memory(sheet)).not.toBeChecked());
  await waitFor(() => expect(changes()).toEqual([{ hasMemory: false }]));
  await waitFor(() => {
    fireEvent.click(memory(sheet));
    expect(changes()).toEqual([{ hasMemory: false }, { hasMemory: true }]);
  });
  await waitFor(() => expect(memory(sheet)).toBeChecked());
});

test('a memory switch that was not saved goes back and says so', async () => {
  setUp({}, { status: 503, body: { message: 'The studio is closed', code: 'unavailable' } });
  const sheet = await panel();
  fireEvent.click(memory(sheet));
  await toast('That wasn’t saved');
  expect(memory(sheet)).toBeChecked();
});

describe('in a house', () => {
  /** The account panel, once the page knows whether emails are sent here. */
  async function panelOf(sendsEmail: boolean, own: Partial<Account> = {}) {
    let user: Account | null = anAccount(own);
    const asked = serve({
      'GET /api/auth/me': () => ({ status: 200, body: { user } }),
      'GET /api/config': {
        house: { signups: true, needsSetupCode: false, minutesAMonth: 300 },
        firebase: null,
        sendsEmail,
        standins: [],
        supportEmail: 'help@house.net',
      },
      'GET /api/minutes': { used: 0, limit: 300, resetsAt: '2026-12-01T00:00:00.000Z' },
      'GET /api/orders': { orders: [] },
      'GET /api/podcasts': { podcasts: [], nextCursor: null },
      'POST /api/auth/logout': { success: true },
      'DELETE /api/account': () => {
        user = null;
        return { status: 204, body: '' };
      },
    });
    open(
      '/dashboard?panel=account',
      <SalesContext value={false}>
        <DashboardPage />
      </SalesContext>,
    );
    const sheet = within(await screen.findByRole('dialog', { name: 'Your account' }));
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain('GET /api/config'));
    return sheet;
  }

  test('without email, the account panel asks for no confirmation and speaks of no email', async () => {
    const sheet = await panelOf(false);
    expect(sheet.getByText('mira@example.com')).toBeInTheDocument();
    const menu = screen.getByRole('dialog').innerHTML;
    fireEvent.click(sheet.getByRole('button', { name: 'Delete account' }));
    const innerHTML = menu + (await screen.findByRole('dialog', { name: /^Delete/ })).innerHTML;
    expect(textOf(innerHTML)).not.toMatch(/emailed|confirmed/i);
    expect(sellingWordsIn(textOf(innerHTML))).toEqual([]);
    expect(sheet.queryByRole('link', { name: 'See your usage' })).toBeNull();
    type(screen.getByLabelText('Your password, to continue'), 'secret1');
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account for good' }));
    await toast('Nothing is left of it.');
  });

  test('without email, an address that Google has confirmed still says so', async () => {
    const sheet = await panelOf(false, { emailVerified: true });
    expect(sheet.getByText('This address is confirmed.')).toBeInTheDocument();
  });

  test('with email, the account panel asks for the confirmation of an address', async () => {
    const sheet = await panelOf(true);
    await sheet.findByRole('button', { name: 'Send the email again' });
    expect(sheet.getByText(/episodes with their transcripts, emails/)).toBeInTheDocument();
  });
});
