import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { here, mira, open, serve } from '../testing.tsx';
import SuccessPage from './SuccessPage.tsx';

const order = (own: Partial<Order>): Order => ({
  id: 'o1',
  status: 'open',
  topic: 'Why the sea glows',
  tone: 'Normal',
  style: 'Conversation',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  email: 'mira@example.com',
  discountCode: null,
  listPrice: 599,
  discountAmount: 0,
  total: 599,
  currency: 'USD',
  isBonus: false,
  transactionId: 'txn_1',
  podcast: null,
  createdAt: new Date().toISOString(),
  expiresAt: new Date().toISOString(),
  ...own,
});
const paid = order({
  status: 'paid',
  podcast: { publicId: 'p1', status: 'processing', stage: 'queued' },
});
const podcast = (own: Partial<Podcast>): Podcast => ({
  publicId: 'p1',
  title: 'Why the sea glows at night',
  topic: 'Why the sea glows',
  tone: 'Normal',
  style: 'Conversation',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  status: 'processing',
  stage: 'speaking',
  progress: { linesWritten: 148, linesSpoken: 64, secondsSpoken: 380 },
  lastLine: { speaker: 'B', text: 'It lights up, and the thief gets lit too.' },
  etaSeconds: 240,
  durationSeconds: null,
  amountPaid: 599,
  email: 'mira@example.com',
  audioUrl: null,
  listenUrl: '/listen?episode=token',
  failure: null,
  createdAt: new Date().toISOString(),
  completedAt: null,
  ...own,
});

/** What the server knows now; a test moves it on between two polls. */
let server: { order: Order; podcast: Podcast | null; isDown: boolean };
let asked: ReturnType<typeof serve>;

beforeEach(() => {
  vi.useFakeTimers();
  server = { order: order({}), podcast: null, isDown: false };
  const answer = (body: () => unknown) => () => {
    if (server.isDown) throw new TypeError('Failed to fetch');
    return { status: 200, body: body() };
  };
  asked = serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders/o1': answer(() => ({ order: server.order })),
    'GET /api/podcasts/p1': answer(() => ({ podcast: server.podcast })),
    'GET /api/orders/o9': () => ({ status: 404, body: { message: 'no', code: 'not_found' } }),
  });
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const calls = (path: string) => asked.filter(({ call }) => call === `GET ${path}`).length;
const heading = () => screen.getByRole('heading', { level: 1 }).textContent?.trim();

async function arrive(path = '/success?order=o1') {
  const view = open(path, <SuccessPage />);
  await pass(10);
  return view;
}

test('the page believes the server alone: it confirms, shows the making, then the episode', async () => {
  await arrive();
  expect(heading()).toBe('Confirming your payment');
  await pass(3000);
  expect(calls('/api/orders/o1')).toBeGreaterThanOrEqual(3);
  expect(heading()).toBe('Confirming your payment');

  server.order = paid;
  server.podcast = podcast({});
  await pass(1500);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  expect(screen.getByText('6:20')).toBeTruthy();
  expect(screen.getByText('15:00')).toBeTruthy();
  expect(screen.getByText('64 of 148')).toBeTruthy();
  expect(screen.getByText('Lily, right now')).toBeTruthy();
  expect(screen.getByText(/Close this tab/).textContent).toContain('mira@example.com');
  const bar = screen.getByRole('progressbar', { name: 'Minutes on tape' });
  expect(bar.getAttribute('aria-valuenow')).toBe('380');
  expect(bar.getAttribute('aria-valuetext')).toBe('6 minutes 20 seconds of 15 minutes');

  server.podcast = podcast({
    progress: { linesWritten: 148, linesSpoken: 90, secondsSpoken: 540 },
  });
  await pass(2100);
  expect(screen.getByText('90 of 148')).toBeTruthy();

  server.podcast = podcast({ status: 'completed', durationSeconds: 899 });
  await pass(2100);
  expect(heading()).toBe('Your episode is ready');
  expect(screen.getByRole('link', { name: 'Listen now' }).getAttribute('href')).toBe(
    '/listen?episode=token',
  );
  const polls = calls('/api/podcasts/p1');
  await pass(60_000);
  expect(calls('/api/podcasts/p1')).toBe(polls);
});

test('a screen reader hears how things stand at most every 30 seconds', async () => {
  server.order = paid;
  server.podcast = podcast({});
  await arrive();
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toContain('64 of 148 lines spoken');
  server.podcast = podcast({
    progress: { linesWritten: 148, linesSpoken: 70, secondsSpoken: 400 },
  });
  await pass(20_000);
  expect(screen.getByText('70 of 148')).toBeTruthy();
  expect(said()).toContain('64 of 148');
  await pass(10_500);
  expect(said()).toContain('70 of 148');
});

test('an outage is sat out in silence and the page goes on by itself', async () => {
  server.order = paid;
  server.podcast = podcast({});
  await arrive();
  server.isDown = true;
  await pass(20_000);
  expect(heading()).toBe('They’re talking now. About 4 minutes left.');
  expect(screen.queryByRole('alert')).toBeNull();
  server.isDown = false;
  server.podcast = podcast({ stage: 'mastering', etaSeconds: 20 });
  await pass(5000);
  expect(heading()).toBe('We’re mixing your tape. Under a minute left.');
});

test('opened while nobody answers, it finds its way once somebody does', async () => {
  server.isDown = true;
  await arrive();
  expect(screen.getByText('Looking for the connection...')).toBeTruthy();
  server.isDown = false;
  server.order = paid;
  server.podcast = podcast({ stage: 'queued', lastLine: null, etaSeconds: null });
  await pass(5000);
  expect(heading()).toBe('The studio is getting ready.');
});

test('a payment that does not come leads back to checkout', async () => {
  await arrive();
  expect(screen.queryByRole('link', { name: 'Back to checkout' })).toBeNull();
  await pass(40_000);
  expect(screen.getByRole('link', { name: 'Back to checkout' }).getAttribute('href')).toBe(
    '/checkout?order=o1',
  );
});

test('an episode that cannot be made says what happens with the money', async () => {
  server.order = { ...paid, status: 'refund_pending' };
  server.podcast = podcast({ status: 'failed', failure: 'The voices did not answer.' });
  await arrive();
  await pass(10);
  expect(heading()).toBe('We couldn’t finish this one');
  expect(screen.getByText(/\$5.99 goes back by itself/)).toBeTruthy();
  expect(screen.getByText('The voices did not answer.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Order again' }).getAttribute('href')).toContain(
    'topic=Why+the+sea+glows',
  );
  server.order = { ...paid, status: 'refunded' };
  await pass(16_000);
  expect(screen.getByText(/\$5.99 went back to the card/)).toBeTruthy();
});

test('an expired order goes back to checkout, an unknown one has a way on', async () => {
  server.order = order({ status: 'expired' });
  const { unmount } = await arrive();
  expect(here()).toBe('/checkout?order=o1');
  unmount();
  const next = await arrive('/success?order=o9');
  expect(heading()).toBe('There is no such order');
  next.unmount();
  await arrive('/success');
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
});
