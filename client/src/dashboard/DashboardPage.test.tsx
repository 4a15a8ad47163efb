import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { mira, open, serve } from '../testing.tsx';
import DashboardPage from './DashboardPage.tsx';

const podcast = (own: Partial<Podcast>): Podcast => ({
  publicId: 'p1',
  title: 'Why the sea glows at night',
  topic: 'Glowing sea',
  tone: 'Calm',
  style: 'Interview',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  status: 'completed',
  stage: 'telling',
  progress: { linesWritten: 148, linesSpoken: 64, secondsSpoken: 390 },
  lastLine: null,
  etaSeconds: null,
  durationSeconds: 901,
  amountPaid: 599,
  email: 'mira@example.com',
  audioUrl: '/media/p1/episode.mp3',
  listenUrl: '/listen?episode=token',
  failure: null,
  createdAt: new Date().toISOString(),
  completedAt: null,
  ...own,
});

const order = (own: Partial<Order>): Order => ({
  id: 'o1',
  status: 'open',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  duration: 10,
  voice1Id: 'v1',
  voice1Name: 'Daniel',
  voice2Id: 'v2',
  voice2Name: 'Alice',
  email: 'mira@example.com',
  discountCode: null,
  listPrice: 399,
  discountAmount: 0,
  total: 399,
  currency: 'USD',
  isBonus: false,
  transactionId: null,
  podcast: null,
  createdAt: new Date().toISOString(),
  expiresAt: new Date().toISOString(),
  ...own,
});

const signedIn = { 'GET /api/auth/me': { user: mira } };
const noOrders = { 'GET /api/orders': { orders: [] } };
const shelf = (...podcasts: Podcast[]) => ({ podcasts, nextCursor: null });
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};

test('a finished tape names its hosts, leads to its page and can be played in place', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': shelf(podcast({})) });
  open('/dashboard', <DashboardPage />);
  const row = await rowOf('Why the sea glows at night');
  const page = row.getByRole('link', { name: 'Why the sea glows at night' });
  expect(page.getAttribute('href')).toBe('/listen?episode=token');
  const file = row.getByRole('link', { name: 'Download Why the sea glows at night' });
  expect(file.getAttribute('href')).toBe('/media/p1/episode.mp3');
  expect(row.getByText(/^Brian and Lily, 15\smin, today$/)).toBeTruthy();
  expect(row.getByRole('button', { name: 'Play Why the sea glows at night' })).toBeTruthy();
});

test('a tape in the making says where it stands and comes to its end without a reload', async () => {
  let asked = 0;
  const making = podcast({ status: 'processing', stage: 'speaking', audioUrl: null });
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': () => {
      asked += 1;
      return { status: 200, body: shelf(asked < 2 ? making : podcast({})) };
    },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('On air, 64 of 148 lines');
  expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull();
  await screen.findByRole('button', { name: /^Play/ }, { timeout: 6000 });
  expect(asked).toBe(2);
}, 10_000);

test('an open order can be paid, a paid one is not asked for again', async () => {
  const orders = [order({}), order({ id: 'o2', status: 'paid', topic: 'Paid already' })];
  serve({ ...signedIn, 'GET /api/orders': { orders }, 'GET /api/podcasts': shelf() });
  open('/dashboard', <DashboardPage />);
  const row = await rowOf('Why do cats purr?');
  const pay = row.getByRole('link', { name: 'Finish paying' });
  expect(pay.getAttribute('href')).toBe('/checkout?order=o1');
  expect(row.getByText(/\$3\.99/)).toBeTruthy();
  expect(screen.queryByText('Paid already')).toBeNull();
});

test('a failed tape says so, says where the money is, and can be ordered again as it was', async () => {
  const failed = podcast({ status: 'failed', failure: 'Couldn’t be finished.', audioUrl: null });
  const refunded = order({
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
      broken ? { status: 500, body: 'broken' } : { status: 200, body: shelf(podcast({})) },
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
    'GET /api/podcasts': { podcasts: [podcast({})], nextCursor: 'c 1' },
    'GET /api/podcasts?cursor=c%201': shelf(podcast({ publicId: 'p2', title: 'An older one' })),
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show older tapes' }));
  await screen.findByText('An older one');
  expect(screen.getByText('Why the sea glows at night')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older tapes' })).toBeNull();
});
