import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order, Receipt } from '#shared/order.ts';
import { here, mira, open, serve } from '../testing.tsx';
import DashboardPage from './DashboardPage.tsx';
import { anOrder, aTape } from './fixtures.ts';
// Loaded when it is wanted; here it is at hand before the clock of any test runs.
import './ReceiptSheet.tsx';

const receipt = (own: Partial<Receipt> = {}): Receipt => ({
  id: 'o1',
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
  listPrice: 599,
  discountCode: null,
  discountAmount: 0,
  total: 599,
  currency: 'USD',
  isBonus: false,
  paidAt: new Date(2026, 10, 3, 22).toISOString(),
  episode: 'completed',
  durationSeconds: 901.6,
  status: 'paid',
  refundReason: null,
  refundedAt: null,
  hasInvoice: true,
  ...own,
});

const paid = anOrder({
  status: 'paid',
  podcast: { publicId: 'p1', status: 'completed', stage: 'telling' },
});

/** A dashboard with one tape and its order, and whatever a receipt is answered with. */
function studio(answer: unknown, more: { podcasts?: Podcast[]; orders?: Order[] } = {}) {
  const { podcasts = [aTape({})], orders = [paid] } = more;
  return serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders },
    'GET /api/podcasts': { podcasts, nextCursor: null },
    'GET /api/orders/o1/receipt': answer,
  });
}

/** The sheet as its link shows it. */
async function sheetOf(own: Partial<Receipt>) {
  studio({ receipt: receipt(own) });
  open('/dashboard?receipt=o1', <DashboardPage />);
  const sheet = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  await sheet.findByText('Total');
  return sheet;
}

type Sheet = Awaited<ReturnType<typeof sheetOf>>;
const lineOf = (sheet: Sheet, name: string) =>
  sheet.getByText(name).parentElement?.querySelector('dd')?.textContent;

test('the receipt of a tape opens over the dashboard, and closing it goes back to its link', async () => {
  studio({ receipt: receipt() });
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByLabelText('Receipt: Why the sea glows at night');
  link.focus();
  fireEvent.click(link);
  const sheet = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  expect(here()).toBe('/dashboard?receipt=o1');
  expect(document.title).toBe('Receipt · Duologue');
  await sheet.findByText('Total');
  const close = sheet.getByRole('button', { name: 'Close' });
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(here()).toBe('/dashboard');
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('Back closes the receipt, and Forward opens it again', async () => {
  studio({ receipt: receipt() });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByText('Receipt'));
  await screen.findByRole('dialog');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  window.history.forward();
  await screen.findByRole('dialog');
});

test('it says to the cent and the second what was bought, taken off, paid and delivered', async () => {
  const code = { discountCode: 'NIGHTOWL', discountAmount: 120, total: 479 };
  const sheet = await sheetOf(code);
  expect(sheet.getByText('Why the sea glows at night')).toBeTruthy();
  expect(sheet.getByText('You asked: Glowing sea')).toBeTruthy();
  expect(lineOf(sheet, 'Paid on')).toBe('3 November 2026');
  expect(lineOf(sheet, 'Bought')).toBe('15 min');
  expect(lineOf(sheet, 'Delivered')).toBe('15:02 min15 minutes 2 seconds');
  expect(lineOf(sheet, 'List price')).toBe('$5.99');
  expect(lineOf(sheet, 'NIGHTOWL, 20% off')).toBe('−$1.20');
  expect(lineOf(sheet, 'Total')).toBe('$4.79');
});

test('Paddle’s invoice opens in a tab of its own', async () => {
  const sheet = await sheetOf({});
  const invoice = sheet.getByRole('link', { name: 'Open Paddle’s invoice in a new tab' });
  expect(invoice.getAttribute('href')).toBe('/api/orders/o1/invoice');
  expect(invoice.getAttribute('target')).toBe('_blank');
  expect(invoice.getAttribute('rel')).toBe('noopener');
});

test('a free episode shows what it would have cost, and no invoice', async () => {
  const sheet = await sheetOf({ isBonus: true, discountAmount: 599, total: 0, hasInvoice: false });
  expect(lineOf(sheet, 'List price')).toBe('$5.99');
  expect(lineOf(sheet, 'Bonus episode, on the house')).toBe('−$5.99');
  expect(lineOf(sheet, 'Total')).toBe('Free');
  expect(sheet.getByText('Nothing was charged. Nothing renews.')).toBeTruthy();
  expect(sheet.queryByRole('link', { name: /invoice/ })).toBeNull();
});

const failed = { episode: 'failed', durationSeconds: null } as const;
const refundedAt = new Date(2026, 10, 5).toISOString();
test.each<[string, Partial<Receipt>, RegExp]>([
  [
    'a refund on its way',
    { ...failed, status: 'refund_pending', refundReason: 'failed' },
    /^We could not make this one\. \$5\.99 is on its way back to the card/,
  ],
  [
    'a refund that went',
    { status: 'refunded', refundReason: 'length', refundedAt },
    /length you bought; you keep it\. \$5\.99 went back .* on 5 November 2026\./,
  ],
  ['a chargeback', { status: 'charged_back' }, /^Your bank took \$5\.99 back/],
  ['a failure not paid back yet', failed, /^We could not make this one\. \$5\.99 goes back/],
  [
    'a bonus that failed',
    { ...failed, isBonus: true, total: 0 },
    /Your free episode is yours again/,
  ],
  ['a free code that failed', { ...failed, total: 0 }, /Your code can be used again/],
])('%s is told in plain words', async (_state, own, words) => {
  const sheet = await sheetOf(own);
  expect(sheet.getByText(words)).toBeTruthy();
});

test('of a tape in the making it says so instead of its length', async () => {
  const sheet = await sheetOf({ episode: 'processing', durationSeconds: null });
  expect(lineOf(sheet, 'Delivered')).toBe('In the making');
  expect(sheet.queryByText(/back/)).toBeNull();
});

const filled = 'topic=Glowing+sea&voice1=v1&voice2=v2&tone=Calm&style=Interview&duration=15';
test.each<[string, Partial<Receipt>, string, string]>([
  ['paid one', { discountCode: 'NIGHTOWL' }, 'Make another like this', filled],
  ['refunded one', { status: 'refunded' }, 'Make another like this', filled],
  [
    'failed one takes its code along',
    { ...failed, discountCode: 'NIGHTOWL' },
    'Order again',
    `${filled}&code=NIGHTOWL`,
  ],
  [
    'failed bonus is the bonus again',
    { ...failed, isBonus: true, total: 0 },
    'Order again',
    `${filled}&bonus=1`,
  ],
])('it leads to the form filled in as it was: a %s', async (_which, own, name, query) => {
  const sheet = await sheetOf(own);
  expect(sheet.getByRole('link', { name }).getAttribute('href')).toBe(`/create?${query}`);
});

test('one that is not there says so, and is not tried again', async () => {
  studio(() => ({ status: 404, body: { message: 'There is no such receipt', code: 'not_found' } }));
  open('/dashboard?receipt=o1', <DashboardPage />);
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText('There is no such receipt');
  expect(sheet.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('one that cannot be fetched keeps its place and is fetched on request', async () => {
  let broken = true;
  studio(() => {
    if (broken) throw new TypeError('unreachable');
    return { status: 200, body: { receipt: receipt() } };
  });
  open('/dashboard?receipt=o1', <DashboardPage />);
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('status').textContent).toBe('Loading...');
  await sheet.findByText('We couldn’t fetch this receipt');
  expect(sheet.getByText(/Check your connection/)).toBeTruthy();
  broken = false;
  fireEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  await sheet.findByText('Total');
});

test('opened once more it tells what has become of the money since', async () => {
  let status: Receipt['status'] = 'paid';
  studio(() => ({ status: 200, body: { receipt: receipt({ status }) } }));
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: /^Receipt/ });
  fireEvent.click(link);
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText('Total');
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  status = 'refund_pending';
  fireEvent.click(link);
  await screen.findByText(/is on its way back/);
});

test('a tape on its own keeps its receipt when its order lies pages back', async () => {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/podcasts': { podcasts: [aTape({})], nextCursor: null },
    'GET /api/orders': { orders: [anOrder({ id: 'o9', topic: 'Newer' })], nextCursor: '8' },
    'GET /api/orders?cursor=8': { orders: [paid], nextCursor: '3' },
  });
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: 'Receipt: Why the sea glows at night' });
  expect(link.getAttribute('href')).toBe('/dashboard?receipt=o1');
});

test('a tape that was refunded though it can be heard says so', async () => {
  studio(null, { orders: [{ ...paid, status: 'refund_pending', total: 599 }] });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('$5.99 is on its way back.');
});

test('a finished tape and an open order lead to the form filled in as they were', async () => {
  studio(null, { orders: [paid, anOrder({ id: 'o2', discountCode: 'NIGHTOWL' })] });
  open('/dashboard', <DashboardPage />);
  const tape = await screen.findByRole('link', {
    name: 'Make another like this: Why the sea glows at night',
  });
  expect(tape.getAttribute('href')).toBe(`/create?${filled}`);
  const order = screen.getByRole('link', { name: 'Make another like this: Why do cats purr?' });
  expect(order.getAttribute('href')).toBe(
    '/create?topic=Why+do+cats+purr%3F&voice1=v1&voice2=v2&tone=Normal&style=Conversation&duration=10&code=NIGHTOWL',
  );
});

test('an order that expired can be had again for a day, unless it was placed anew', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const lapsed = (own: Partial<Order>) => anOrder({ status: 'expired', ...own });
  studio(null, {
    podcasts: [],
    orders: [
      lapsed({ id: 'o2', topic: 'Lapsed', createdAt: ago(2), expiresAt: ago(1) }),
      lapsed({ id: 'o3', topic: 'Long ago', createdAt: ago(27), expiresAt: ago(26) }),
      anOrder({ id: 'o5', topic: 'Placed anew', createdAt: ago(0) }),
      lapsed({ id: 'o4', topic: 'Placed anew', createdAt: ago(3), expiresAt: ago(2) }),
    ],
  });
  open('/dashboard', <DashboardPage />);
  const section = (await screen.findByRole('heading', { name: 'Not paid in time' })).closest(
    'section',
  );
  const list = within(section as HTMLElement);
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByText(/Nothing was charged/)).toBeTruthy();
  const again = list.getByRole('link', { name: 'Order again' });
  expect(again.getAttribute('href')).toMatch(/^\/create\?topic=Lapsed&voice1=v1/);
});

test('what was paid for and is on the shelf no more keeps its receipt', async () => {
  const gone = { publicId: 'p0', status: 'deleted', stage: 'telling' } as const;
  const making = { publicId: 'p9', status: 'processing', stage: 'queued' } as const;
  studio(null, {
    orders: [
      anOrder({ id: 'o9', status: 'paid', topic: 'Younger than the shelf', podcast: making }),
      paid,
      anOrder({ id: 'o0', status: 'paid', topic: '', podcast: gone }),
    ],
  });
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: /^Receipt: A deleted episode/ });
  expect(link.getAttribute('href')).toBe('/dashboard?receipt=o0');
  expect(screen.queryByText('Younger than the shelf')).toBeNull();
});
