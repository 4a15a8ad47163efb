import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order, Receipt } from '#shared/order.ts';
import { anOrder, aPodcast, aReceipt, mira } from '../testing/builders.ts';
import { here, open, serve } from '../testing/screen.tsx';
import DashboardPage from './DashboardPage.tsx';
// The page loads this on demand; here it is loaded before any test times out waiting for it.
import './ReceiptSheet.tsx';
import './episode/EpisodeSheet.tsx';

const paid = anOrder({
  status: 'paid',
  podcast: { publicId: 'p1', status: 'completed', stage: 'emailing' },
});

/** A dashboard with one episode and its order; `answer` is the reply for the receipt. */
function setUp(answer: unknown, more: { podcasts?: Podcast[]; orders?: Order[] } = {}) {
  const { podcasts = [aPodcast()], orders = [paid] } = more;
  return serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/orders': { orders },
    'GET /api/podcasts': { podcasts, nextCursor: null },
    'GET /api/orders/o1/receipt': answer,
  });
}

/** The receipt opened by its link. */
async function sheetOf(own: Partial<Receipt>) {
  setUp({ receipt: aReceipt(own) });
  open('/dashboard?receipt=o1', <DashboardPage />);
  const sheet = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  await sheet.findByText('Total');
  return sheet;
}

type Sheet = Awaited<ReturnType<typeof sheetOf>>;
const lineOf = (sheet: Sheet, name: string) =>
  sheet.getByText(name).parentElement?.querySelector('dd')?.textContent;

const MORE = 'More: Why the sea glows at night';

/** The link to the receipt, in the episode's menu. */
async function linkInMenu() {
  const more = await screen.findByRole('button', { name: MORE });
  // A click moves the focus in browsers; fireEvent does not.
  more.focus();
  fireEvent.click(more);
  return screen.findByRole('link', { name: 'Receipt' });
}

test('a receipt opens over the dashboard, and closing it returns the focus to the button of its episode', async () => {
  setUp({ receipt: aReceipt() });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await linkInMenu());
  const sheet = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  expect(here()).toBe('/dashboard?receipt=o1');
  expect(document.title).toBe('Receipt · Duologue');
  await sheet.findByText('Total');
  const close = sheet.getByRole('button', { name: 'Close' });
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(here()).toBe('/dashboard');
  await waitFor(() => expect(screen.getByRole('button', { name: MORE })).toHaveFocus());
});

test('Back closes the receipt, and Forward opens it again', async () => {
  setUp({ receipt: aReceipt() });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await linkInMenu());
  await screen.findByRole('dialog');
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  window.history.forward();
  await screen.findByRole('dialog');
});

test('a receipt shows the length bought and delivered, the discount and the total', async () => {
  const code = { discountCode: 'NIGHTOWL', discountPercent: 20, discountAmount: 120, total: 479 };
  const sheet = await sheetOf(code);
  expect(sheet.getByText('Why the sea glows at night')).toBeInTheDocument();
  expect(sheet.getByText('Why the sea glows').parentElement).toHaveTextContent(
    /^You asked: Why the sea glows$/,
  );
  expect(lineOf(sheet, 'Paid on')).toBe('3 November 2026');
  expect(lineOf(sheet, 'Bought')).toBe('15:0015 minutes 0 seconds');
  expect(lineOf(sheet, 'Delivered')).toBe('15:0115 minutes 1 second');
  expect(lineOf(sheet, 'List price')).toBe('$5.99');
  expect(lineOf(sheet, 'NIGHTOWL, 20% off')).toBe('−$1.20');
  expect(lineOf(sheet, 'Total')).toBe('$4.79');
});

test.each([
  [false, 'You brought: Honey bee, My notes'],
  [true, 'Only from what you brought: Honey bee, My notes'],
])('a receipt names what was brought (alone: %s)', async (onlyTheseSources, words) => {
  const sources = [
    { id: 's1', kind: 'link' as const, title: 'Honey bee' },
    { id: 's2', kind: 'text' as const, title: 'My notes' },
  ];
  const sheet = await sheetOf({ sources, onlyTheseSources });
  expect(sheet.getByText('My notes').parentElement).toHaveTextContent(words);
});

test('a receipt of an order without sources names none', async () => {
  const sheet = await sheetOf({});
  expect(sheet.queryByText(/you brought/i)).not.toBeInTheDocument();
});

test('the Paddle invoice opens in a new tab', async () => {
  const sheet = await sheetOf({});
  const invoice = sheet.getByRole('link', { name: 'Open Paddle’s invoice in a new tab' });
  expect(invoice).toHaveAttribute('href', '/api/orders/o1/invoice');
  expect(invoice).toHaveAttribute('target', '_blank');
  expect(invoice).toHaveAttribute('rel', 'noopener');
});

test('the receipt of a free episode shows its list price and no invoice', async () => {
  const sheet = await sheetOf({ isBonus: true, discountAmount: 599, total: 0, hasInvoice: false });
  expect(lineOf(sheet, 'List price')).toBe('$5.99');
  expect(lineOf(sheet, 'Bonus episode, on the house')).toBe('−$5.99');
  expect(lineOf(sheet, 'Total')).toBe('Free');
  expect(lineOf(sheet, 'Ordered on')).toMatch(/\d/);
  expect(sheet.queryByText(/^Paid/)).not.toBeInTheDocument();
  expect(sheet.getByText('Nothing was charged. Nothing renews.')).toBeInTheDocument();
  expect(sheet.queryByRole('link', { name: /invoice|refund/ })).not.toBeInTheDocument();
});

test('a receipt leads to a refund with its order, and names a code that takes nothing off', async () => {
  const sheet = await sheetOf({ discountCode: 'ZERO', discountPercent: 0 });
  expect(sheet.getByRole('link', { name: 'Ask for a refund' })).toHaveAttribute(
    'href',
    '/contact?refund=o1',
  );
  expect(lineOf(sheet, 'ZERO, 0% off')).toBe('Nothing off');
});

const failed = { episode: 'failed', durationSeconds: null } as const;
const refundedAt = new Date(2026, 10, 5).toISOString();
test.each<[string, Partial<Receipt>, RegExp]>([
  [
    'a refund on its way',
    { ...failed, status: 'refund_pending', refundReason: 'failed' },
    /^We couldn’t make this one\. \$5\.99 is on its way back to the card/,
  ],
  [
    'a completed refund',
    { status: 'refunded', refundReason: 'length', refundedAt },
    /as long as you paid for; you keep it\. \$5\.99 went back .* on 5 November 2026\./,
  ],
  ['a chargeback', { status: 'charged_back' }, /^Your bank took \$5\.99 back/],
  ['a failed episode before its refund', failed, /^We couldn’t make this one\. \$5\.99 goes back/],
  [
    'a failed free episode',
    { ...failed, isBonus: true, total: 0 },
    /Your free episode is yours again/,
  ],
  [
    'a failed episode that a code made free',
    { ...failed, total: 0 },
    /You can use your code again/,
  ],
])('a receipt explains %s', async (_state, own, words) => {
  const sheet = await sheetOf(own);
  expect(sheet.getByText(words)).toBeInTheDocument();
});

test('the receipt of an unfinished episode says so instead of its length', async () => {
  const sheet = await sheetOf({ episode: 'processing', durationSeconds: null });
  expect(lineOf(sheet, 'Delivered')).toBe('In the making');
  expect(sheet.queryByText(/back/)).not.toBeInTheDocument();
});

const hosts = 'topic=Why+the+sea+glows&voice1=v1&voice2=v2&tone=Calm&style=Interview';
const filled = `${hosts}&duration=15`;
const fromOwn = `${hosts}&from=own&duration=15`;
test.each<[string, Partial<Receipt>, string, string]>([
  ['a paid episode', { discountCode: 'NIGHTOWL' }, 'Make another like this', fromOwn],
  ['a refunded episode', { status: 'refunded' }, 'Make another like this', fromOwn],
  [
    'a failed episode with a discount code',
    { ...failed, discountCode: 'NIGHTOWL' },
    'Order again',
    `${filled}&code=NIGHTOWL`,
  ],
  [
    'a failed free episode',
    { ...failed, isBonus: true, total: 0 },
    'Order again',
    `${filled}&bonus=1`,
  ],
])(
  'the receipt of %s links to the form filled in with its choices',
  async (_which, own, name, query) => {
    const sheet = await sheetOf(own);
    expect(sheet.getByRole('link', { name })).toHaveAttribute('href', `/create?${query}`);
  },
);

test('a receipt that does not exist says so and offers no retry', async () => {
  setUp(() => ({
    status: 404,
    body: { message: 'We can’t find that receipt', code: 'not_found' },
  }));
  open('/dashboard?receipt=o1', <DashboardPage />);
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText('We can’t find that receipt');
  expect(sheet.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a receipt that cannot be fetched can be retried', async () => {
  let broken = true;
  const answered = Promise.withResolvers<void>();
  setUp(async () => {
    await answered.promise;
    if (broken) throw new TypeError('unreachable');
    return { status: 200, body: { receipt: aReceipt() } };
  });
  open('/dashboard?receipt=o1', <DashboardPage />);
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/);
  answered.resolve();
  await sheet.findByText('We couldn’t fetch this receipt');
  expect(sheet.getByText(/Try again in a minute/)).toBeInTheDocument();
  broken = false;
  fireEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  await sheet.findByText('Total');
});

test('a receipt that is opened again shows a refund that has started since', async () => {
  let status: Receipt['status'] = 'paid';
  setUp(() => ({ status: 200, body: { receipt: aReceipt({ status }) } }));
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await linkInMenu());
  const sheet = within(await screen.findByRole('dialog'));
  await sheet.findByText('Total');
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  status = 'refund_pending';
  fireEvent.click(await linkInMenu());
  await screen.findByText(/is on its way back/);
});

test('an episode links to its receipt even if its order is on a later page', async () => {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/podcasts': { podcasts: [aPodcast()], nextCursor: null },
    'GET /api/orders': { orders: [anOrder({ id: 'o9', topic: 'Newer' })], nextCursor: '8' },
    'GET /api/orders?cursor=8': { orders: [paid], nextCursor: '3' },
  });
  open('/dashboard', <DashboardPage />);
  // The menu that is open shows it once the order is there.
  const link = await linkInMenu();
  expect(link).toHaveAttribute('href', '/dashboard?receipt=o1');
});

test('a playable episode that is being refunded says so', async () => {
  setUp(null, { orders: [{ ...paid, status: 'refund_pending' }] });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('$5.99 is on its way back.');
});

test('a finished episode and an open order link to the form filled in with their choices', async () => {
  setUp(null, { orders: [paid, anOrder({ id: 'o2', discountCode: 'NIGHTOWL' })] });
  open('/dashboard', <DashboardPage />);
  const order = await screen.findByRole('link', {
    name: 'Make another like this: Why the sea glows',
  });
  expect(order).toHaveAttribute('href', `/create?${filled}&code=NIGHTOWL`);
  await linkInMenu();
  const episode = screen.getByRole('link', { name: 'Make another like this' });
  expect(episode).toHaveAttribute('href', `/create?${fromOwn}`);
});

test('an expired order can be ordered again for a day, unless it was placed again already', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const lapsed = (own: Partial<Order>) => anOrder({ status: 'expired', ...own });
  setUp(null, {
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
  expect(list.getByText(/Nothing was charged/)).toBeInTheDocument();
  const again = list.getByRole('link', { name: 'Order again' });
  expect(again).toHaveAttribute('href', expect.stringMatching(/^\/create\?topic=Lapsed&voice1=v1/));
});

test('the dashboard keeps the receipt of a deleted episode that was paid for', async () => {
  const gone = { publicId: 'p0', status: 'deleted', stage: 'emailing' } as const;
  const making = { publicId: 'p9', status: 'processing', stage: 'queued' } as const;
  setUp(null, {
    orders: [
      anOrder({ id: 'o9', status: 'paid', topic: 'Younger than the shelf', podcast: making }),
      paid,
      anOrder({ id: 'o0', status: 'paid', topic: '', podcast: gone }),
    ],
  });
  open('/dashboard', <DashboardPage />);
  const link = await screen.findByRole('link', { name: /^Receipt: A deleted episode/ });
  expect(link).toHaveAttribute('href', '/dashboard?receipt=o0');
  expect(screen.queryByText('Younger than the shelf')).not.toBeInTheDocument();
});
