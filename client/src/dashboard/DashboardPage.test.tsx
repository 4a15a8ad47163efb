import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import { useAuth } from '../auth/session.tsx';
import { mira, open, serve } from '../testing.tsx';
import DashboardPage from './DashboardPage.tsx';
import { anOrder, aTape } from './fixtures.ts';

const signedIn = { 'GET /api/auth/me': { user: mira } };
const noOrders = { 'GET /api/orders': { orders: [] } };
const shelf = (...podcasts: Podcast[]) => ({ podcasts, nextCursor: null });
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};

test('a finished tape names its hosts, leads to its page and can be played in place', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': shelf(aTape({})) });
  open('/dashboard', <DashboardPage />);
  const row = await rowOf('Why the sea glows at night');
  const page = row.getByRole('link', { name: 'Why the sea glows at night' });
  expect(page.getAttribute('href')).toBe('/listen?episode=token');
  const file = row.getByRole('link', { name: 'Download Why the sea glows at night' });
  expect(file.getAttribute('href')).toBe('/media/p1/episode.mp3?download=1');
  expect(row.getByText(/^Brian and Lily, 15\smin, today$/)).toBeTruthy();
  expect(row.getByRole('button', { name: 'Play Why the sea glows at night' })).toBeTruthy();
});

test('a tape in the making says where it stands and comes to its end without a reload', async () => {
  let asked = 0;
  const making = aTape({ status: 'processing', stage: 'speaking', audioUrl: null });
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': () => {
      asked += 1;
      return { status: 200, body: shelf(asked < 2 ? making : aTape({})) };
    },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('On air, 64 of 148 lines');
  expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull();
  await screen.findByRole('button', { name: /^Play/ }, { timeout: 6000 });
  expect(asked).toBe(2);
}, 10_000);

test('usability 15: a tape in the making says how long it still takes, in the words of its own page', async () => {
  const making = aTape({ status: 'processing', audioUrl: null, etaSeconds: 200 });
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': shelf(making) });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('About 3 minutes left');
});

test('an open order can be paid, a paid one is not asked for again', async () => {
  const orders = [anOrder({}), anOrder({ id: 'o2', status: 'paid', topic: 'Paid already' })];
  serve({ ...signedIn, 'GET /api/orders': { orders }, 'GET /api/podcasts': shelf() });
  open('/dashboard', <DashboardPage />);
  const row = await rowOf('Why do cats purr?');
  const pay = row.getByRole('link', { name: 'Finish paying' });
  expect(pay.getAttribute('href')).toBe('/checkout?order=o1');
  expect(row.getByText(/\$3\.99/)).toBeTruthy();
  expect(screen.queryByText('Paid already')).toBeNull();
});

test('usability 14 and 24: a failed tape says so, says where the money is, and is ordered again by one tap', async () => {
  const failed = aTape({ status: 'failed', failure: 'Couldn’t be finished.', audioUrl: null });
  const refunded = anOrder({
    status: 'refunded',
    total: 599,
    podcast: { publicId: 'p1', status: 'failed', stage: 'speaking' },
  });
  serve({
    ...signedIn,
    'GET /api/orders': { orders: [refunded] },
    'GET /api/podcasts': shelf(failed),
  });
  open('/dashboard', <DashboardPage />);
  const row = await rowOf('Why the sea glows at night');
  expect(row.getByText(/Couldn’t be finished\./)).toBeTruthy();
  await waitFor(() => expect(row.getByText('$5.99 refunded.')).toBeTruthy());
  const again = row.getByRole('link', { name: 'Order again' });
  expect(again.getAttribute('href')).toBe(
    '/create?topic=Glowing+sea&voice1=v1&voice2=v2&tone=Calm&style=Interview&duration=15',
  );
});

test('an empty shelf says so and leads to the form', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': shelf() });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('Nothing on the shelf yet. What’s been on your mind?');
  expect(screen.getByRole('link', { name: 'New episode' }).getAttribute('href')).toBe('/create');
});

test('a shelf that cannot be fetched says that it is safe and is fetched on request', async () => {
  let broken = true;
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': () =>
      broken ? { status: 500, body: 'broken' } : { status: 200, body: shelf(aTape({})) },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('We couldn’t fetch your tapes');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Why the sea glows at night');
  expect(screen.queryByText('We couldn’t fetch your tapes')).toBeNull();
});

test('older tapes are fetched when they are asked for', async () => {
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': { podcasts: [aTape({})], nextCursor: 'c 1' },
    'GET /api/podcasts?cursor=c%201': shelf(aTape({ publicId: 'p2', title: 'An older one' })),
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show older tapes' }));
  await screen.findByText('An older one');
  expect(screen.getByText('Why the sea glows at night')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older tapes' })).toBeNull();
});

test('older tapes that cannot be fetched say so, and the next try brings and focuses them', async () => {
  let broken = true;
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': { podcasts: [aTape({})], nextCursor: 'c1' },
    'GET /api/podcasts?cursor=c1': () =>
      broken
        ? { status: 500, body: 'broken' }
        : { status: 200, body: shelf(aTape({ publicId: 'p2', title: 'An older one' })) },
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show older tapes' }));
  await screen.findByText('We couldn’t fetch the older tapes');
  expect(screen.getByText('Why the sea glows at night')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const older = await screen.findByRole('link', { name: 'An older one' });
  await waitFor(() => expect(document.activeElement).toBe(older));
});

test('while the shelf is on its way its heading and the place of its rows stand already', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': () => new Promise(() => undefined) });
  open('/dashboard', <DashboardPage />);
  expect((await screen.findByRole('status')).textContent).toBe('Loading...');
  expect(screen.getByRole('heading', { name: 'Your tapes' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New episode' })).toBeTruthy();
});

test('open orders that cannot be fetched leave the tapes, and are fetched on request', async () => {
  let broken = true;
  serve({
    ...signedIn,
    'GET /api/podcasts': shelf(aTape({})),
    'GET /api/orders': () =>
      broken ? { status: 500, body: 'broken' } : { status: 200, body: { orders: [anOrder({})] } },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('We couldn’t fetch your open orders');
  expect(screen.getByText('Why the sea glows at night')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Finish paying' });
});

test('a bonus that waits is on the dashboard, with the way to use it and to what it is', async () => {
  serve({
    'GET /api/auth/me': { user: { ...mira, hasMadeFirstPurchase: true } },
    ...noOrders,
    'GET /api/podcasts': shelf(),
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('Ten minutes, on the house');
  const use = screen.getByRole('link', { name: 'Use it' });
  expect(use.getAttribute('href')).toBe('/create?bonus=1');
  const about = screen.getByRole('link', { name: 'How it works' });
  expect(about.getAttribute('href')).toBe('/upgrade');
});

test.each([
  ['not unlocked', { hasMadeFirstPurchase: false }],
  ['used', { hasMadeFirstPurchase: true, hasUsedFreePodcast: true }],
])('a bonus that is %s is not offered', async (_state, own) => {
  serve({
    'GET /api/auth/me': { user: { ...mira, ...own } },
    ...noOrders,
    'GET /api/podcasts': shelf(aTape({})),
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('Why the sea glows at night');
  expect(screen.queryByText('Ten minutes, on the house')).toBeNull();
});

test('a bonus unlocked since the session was read is offered without a reload', async () => {
  let paid = false;
  serve({
    'GET /api/auth/me': () => ({
      status: 200,
      body: { user: { ...mira, hasMadeFirstPurchase: paid } },
    }),
    ...noOrders,
    'GET /api/podcasts': shelf(aTape({})),
  });
  function Visit() {
    const { user } = useAuth();
    const [back, setBack] = useState(false);
    if (!user) return null;
    return back ? (
      <DashboardPage />
    ) : (
      <button type="button" onClick={() => setBack(true)}>
        To the shelf
      </button>
    );
  }
  open('/success', <Visit />);
  const way = await screen.findByRole('button', { name: 'To the shelf' });
  paid = true;
  fireEvent.click(way);
  await screen.findByText('Ten minutes, on the house');
});

test('a server out of reach for a moment signs nobody out', async () => {
  let asked = 0;
  serve({
    'GET /api/auth/me': () => {
      asked += 1;
      if (asked > 1) throw new TypeError('unreachable');
      return { status: 200, body: { user: mira } };
    },
    ...noOrders,
    'GET /api/podcasts': shelf(aTape({})),
  });
  function Visit() {
    const { user } = useAuth();
    return user ? <DashboardPage /> : <p>Signed out</p>;
  }
  open('/dashboard', <Visit />);
  await screen.findByText('Why the sea glows at night');
  expect(asked).toBe(2);
  expect(screen.queryByText('Signed out')).toBeNull();
});
