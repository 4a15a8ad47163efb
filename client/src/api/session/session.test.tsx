import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DevModeField } from '../../app/shell/Menu.tsx';
import { mira } from '../../testing/builders.ts';
import { here, open, serve } from '../../testing/screen.tsx';
import { useConfig } from '../config.ts';
import { Guarded, useAuth, useFreshAccount } from './session.tsx';

function Who() {
  const { user, isLoading, signOut } = useAuth();
  return (
    <button type="button" onClick={() => void signOut()}>
      {isLoading ? 'wait' : (user?.email ?? 'nobody')}
    </button>
  );
}

test('useAuth outside its provider throws a clear error', () => {
  expect(() => render(<Who />)).toThrow('useAuth must be used within an AuthProvider');
});

test('a session with a user means signed in, and is requested once', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: mira } });
  open('/', <Who />);
  expect(screen.getByText('wait')).toBeInTheDocument();
  await screen.findByText('mira@example.com');
  expect(sent.map(({ call }) => call)).toEqual(['GET /api/auth/me']);
});

test.each([
  ['no user', { user: null }],
  ['a refusal', () => ({ status: 500, body: 'broken' })],
  ['a reply that is not JSON', () => ({ status: 200, body: '<html>' })],
])('a session check answered with %s means that nobody is signed in', async (_, answer) => {
  const sent = serve({ 'GET /api/auth/me': answer });
  open('/', <Who />);
  await screen.findByText('nobody');
  expect(sent).toHaveLength(1);
});

test('signing out reads the session again even when the server fails', async () => {
  const said: unknown[] = [];
  const log = console.error;
  console.error = (...args: unknown[]) => said.push(args[0]);
  let user: typeof mira | null = mira;
  serve({
    'GET /api/auth/me': () => ({ status: 200, body: { user } }),
    'POST /api/auth/logout': () => ({ status: 500, body: 'broken' }),
  });
  open('/', <Who />);
  user = null;
  fireEvent.click(await screen.findByText('mira@example.com'));
  await screen.findByText('nobody');
  console.error = log;
  expect(said).toContain('Logout failed');
});

test('a guarded screen sends a visitor to sign-in with the path to return to', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/checkout?order=o1', <Guarded>the checkout</Guarded>);
  await waitFor(() => expect(here()).toBe('/auth?next=%2Fcheckout%3Forder%3Do1'));
  expect(screen.queryByText('the checkout')).not.toBeInTheDocument();
});

test('a guarded screen waits for the session, then appears for a signed-in user', async () => {
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/dashboard', <Guarded>the shelf</Guarded>);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  await screen.findByText('the shelf');
  expect(here()).toBe('/dashboard');
});

test('the user stored by Google’s SDK is removed once nobody is signed in, and nothing else is', async () => {
  localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{"uid":"u1"}');
  localStorage.setItem('duologue.draft', '{}');
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <Who />);
  await screen.findByText('nobody');
  expect(Object.keys(localStorage)).toEqual(['duologue.draft']);
  localStorage.clear();
});

test('the user stored by Google’s SDK stays while somebody is signed in', async () => {
  localStorage.setItem('firebase:authUser:key:[DEFAULT]', '{"uid":"u1"}');
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/', <Who />);
  await screen.findByText('mira@example.com');
  expect(localStorage).toHaveLength(1);
  localStorage.clear();
});

/** A screen that needs the account as it is, opened and left by a press. */
function Screens() {
  const [at, setAt] = useState('');
  return (
    <>
      {['create', 'dashboard'].map((name) => (
        <button key={name} type="button" onClick={() => setAt(name)}>
          Go to {name}
        </button>
      ))}
      {at && <Fresh key={at} />}
    </>
  );
}
function Fresh() {
  const user = useFreshAccount();
  return <p>{user?.hasMadeFirstPurchase ? 'bonus' : user?.email}</p>;
}
const goTo = async (name: string) => {
  fireEvent.click(screen.getByText(`Go to ${name}`));
  // A request would be sent in an effect of the screen.
  await act(async () => undefined);
};
const order = (status: string) => ({ order: { status } });

test('within five minutes the session is asked for once, however many screens need the account', async () => {
  const sent = serve({ 'GET /api/auth/me': { user: mira } });
  open('/', <Screens />);
  await goTo('create');
  await screen.findByText('mira@example.com');
  await goTo('dashboard');
  await goTo('create');
  expect(sent).toHaveLength(1);
});

test('after five minutes the next screen that needs the account asks again, and a failure signs nobody out', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let broken = false;
  const sent = serve({
    'GET /api/auth/me': () =>
      broken ? { status: 502, body: '<html>' } : { status: 200, body: { user: mira } },
  });
  open('/', <Screens />);
  await goTo('create');
  await screen.findByText('mira@example.com');
  broken = true;
  vi.setSystemTime(Date.now() + 5 * 60_000 - 1000);
  await goTo('dashboard');
  expect(sent).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1000);
  await goTo('create');
  expect(sent).toHaveLength(2);
  expect(screen.getByText('mira@example.com')).toBeInTheDocument();
  vi.useRealTimers();
});

const pages = (...statuses: string[]) => ({
  pages: [{ orders: statuses.map((status) => ({ status })) }],
});

test.each<[string, string[], unknown[], number]>([
  ['an order was paid', ['/api/orders', 'o1'], [order('open'), order('paid')], 2],
  ['an order was found paid', ['/api/orders', 'o1'], [order('paid')], 2],
  [
    'an episode was finished',
    ['/api/podcasts', 'p1'],
    [{ podcast: { status: 'processing' } }, { podcast: { status: 'completed' } }],
    2,
  ],
  ['a list shows a payment', ['/api/orders'], [pages('open'), pages('paid')], 2],
  ['an order is still open', ['/api/orders', 'o1'], [order('open'), order('open')], 1],
  ['a list shows old orders', ['/api/orders'], [pages('paid', 'refunded')], 1],
])(
  'when %s, the next screen asks for the account as often as it has changed',
  async (_, key, replies, times) => {
    let user = mira;
    const sent = serve({ 'GET /api/auth/me': () => ({ status: 200, body: { user } }) });
    let client: QueryClient | undefined;
    function Reach() {
      client = useQueryClient();
      return <Screens />;
    }
    open('/', <Reach />);
    await goTo('create');
    await screen.findByText('mira@example.com');
    user = { ...mira, hasMadeFirstPurchase: true };
    for (const reply of replies) client?.setQueryData(key, reply);
    expect(sent).toHaveLength(1);
    await goTo('dashboard');
    await screen.findByText(times === 1 ? 'mira@example.com' : 'bonus');
    await goTo('create');
    expect(sent).toHaveLength(times);
  },
);

function Play() {
  useConfig();
  return <DevModeField />;
}

test('development mode starts at logout, and the session is read again 100 ms after a change', async () => {
  let user: typeof mira | null = null;
  const at: Record<string, number> = {};
  const sent = serve({
    'GET /api/config': { devMode: true },
    'GET /api/auth/me': () => {
      at.asked = performance.now();
      return { status: 200, body: { user } };
    },
    'POST /api/auth/dev-mode': () => {
      user = mira;
      at.set = performance.now();
      return { status: 200, body: { user } };
    },
  });
  open('/', <Play />);
  const field = await screen.findByLabelText('Development: signed in');
  expect(field).toHaveValue('logout');
  const asked = at.asked;
  fireEvent.change(field, { target: { value: 'admin' } });
  await waitFor(() => expect(at.asked).not.toBe(asked));
  expect(field).toHaveValue('admin');
  expect(sent.find(({ call }) => call === 'POST /api/auth/dev-mode')?.body).toEqual({
    value: 'admin',
  });
  // A timer may be a fraction of a millisecond early.
  expect((at.asked ?? 0) - (at.set ?? 0)).toBeGreaterThan(99);
});

test('development mode cannot be changed when the server does not offer it', async () => {
  const sent = serve({ 'GET /api/config': { devMode: false }, 'GET /api/auth/me': { user: null } });
  open('/', <Play />);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(screen.queryByLabelText('Development: signed in')).toBeNull();
});
