import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aHouse, anAccount, anOrder, aPodcast, mira, someMinutes } from '../testing/builders.ts';
import { inHouse, open, serve } from '../testing/screen.tsx';
import DashboardPage from './DashboardPage.tsx';
import PreviewPage from './PreviewPage.tsx';
// The page loads it on demand; here it is loaded before any test times out waiting for it.
import './episode/EpisodeSheet.tsx';

const finished = aPodcast({ amountPaid: 0 });
const failed = aPodcast({
  publicId: 'p2',
  title: 'Lost tape',
  status: 'failed',
  failure: 'The voice was away for an hour.',
  audioUrl: null,
});
const orders = [
  anOrder({
    status: 'paid',
    total: 0,
    podcast: { publicId: 'p1', status: 'completed', stage: 'emailing' },
  }),
  // One that was begun while the server stopped.
  anOrder({ id: 'o2', topic: 'Half begun', total: 0 }),
];

function visit(sendsEmail = false, user = mira) {
  serve({
    'GET /api/auth/me': { user },
    'GET /api/config': aHouse({ sendsEmail }),
    'GET /api/minutes': someMinutes(300),
    'GET /api/orders': { orders, nextCursor: null },
    'GET /api/podcasts': { podcasts: [finished, failed], nextCursor: null },
  });
  open('/dashboard', inHouse(<DashboardPage />));
}

test('the dashboard of a house shows the minutes that are left, and neither orders nor receipts', async () => {
  visit(false, anAccount({ hasMadeFirstPurchase: true }));
  await screen.findByText('No minutes left until 1 December');
  await screen.findByRole('link', { name: 'Make it again' });
  expect(screen.getByText('The voice was away for an hour.')).toBeInTheDocument();
  expect(screen.queryByText('Half begun')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Receipt/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/on the house/)).not.toBeInTheDocument();
});

test.each([
  [false, 0],
  [true, 1],
])('where emails are sent (%s), an episode’s menu has %i rows for them', async (sends, rows) => {
  visit(sends);
  fireEvent.click(await screen.findByRole('button', { name: `More: ${finished.title}` }));
  const sheet = within(await screen.findByRole('dialog', { name: finished.title }));
  expect(await sheet.findByRole('button', { name: 'Rename' })).toBeInTheDocument();
  const email = () => sheet.queryAllByRole('button', { name: /^Email it again/ });
  await waitFor(() => expect(email()).toHaveLength(rows));
  expect(sheet.queryByRole('link', { name: 'Receipt' })).not.toBeInTheDocument();
  fireEvent.click(sheet.getByRole('button', { name: 'Delete' }));
  expect(screen.queryByText(/receipt/)).not.toBeInTheDocument();
});

test('the sample dashboard of a house speaks of no money', () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/dashboard-preview', inHouse(<PreviewPage />));
  expect(screen.getByText('Played')).toBeInTheDocument();
  expect(screen.queryByText(/refunded|money/)).not.toBeInTheDocument();
  const links = screen.getAllByRole('link');
  const paths = links.map((link) => new URL((link as HTMLAnchorElement).href).pathname);
  expect(new Set(paths)).toEqual(new Set(['/create']));
});
