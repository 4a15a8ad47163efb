import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { aHouse, aListening, anOrder, aPodcast, mira } from '../testing/builders.ts';
import { here, inHouse, open, serve } from '../testing/screen.tsx';
import SuccessPage from './SuccessPage.tsx';

const begun = anOrder({
  status: 'paid',
  total: 0,
  listPrice: 0,
  podcast: { publicId: 'p1', status: 'processing', stage: 'queued' },
});
const making = { status: 'processing', stage: 'writing', audioUrl: null } as const;
const known = (podcast: Partial<Podcast>) => ({
  'GET /api/podcasts/p1': { podcast: aPodcast(podcast) },
});

function visit(order: Order, more: Record<string, unknown> = {}, sendsEmail = false) {
  serve({
    'GET /api/auth/me': { user: mira },
    'GET /api/config': aHouse({ sendsEmail }),
    'GET /api/orders/o1': { order },
    'GET /api/listen/token': aListening({ token: 'token' }),
    ...more,
  });
  open('/success?order=o1', inHouse(<SuccessPage />));
}

const main = () => document.querySelector('main');

test('an episode of a house is followed without a payment, and waits on the dashboard', async () => {
  visit(begun, known(making));
  await screen.findByText('Putting it on your dashboard');
  expect(main()).toHaveTextContent('The show goes on, and your dashboard has it when it’s done.');
  const dashboard = screen.getByRole('link', { name: 'Go to your dashboard' });
  expect(dashboard).toHaveAttribute('href', '/dashboard');
  expect(main()).not.toHaveTextContent(/paid|to pay|we write to|address/i);
});

test('a house that sends emails says where to, as anywhere', async () => {
  visit(begun, known(making), true);
  await screen.findByRole('button', { name: 'Change the address' });
  expect(screen.getByText('Sending it to you')).toBeInTheDocument();
  expect(main()).toHaveTextContent('we write to mira@example.com when it’s done');
  expect(main()).not.toHaveTextContent(/paid|to pay/i);
});

test('a finished episode of a house without emails speaks of none', async () => {
  visit(begun, known({ status: 'completed', completedAt: new Date().toISOString() }));
  await screen.findByRole('heading', { name: 'Your episode is ready' });
  expect(screen.getByRole('link', { name: 'All your episodes' })).toBeInTheDocument();
  expect(main()).not.toHaveTextContent(/email/i);
});

test('an episode that failed gives its minutes back and can be made again', async () => {
  visit(begun, known({ status: 'failed', failure: 'The voice was away for an hour.' }));
  await screen.findByText('Its minutes are yours again.');
  expect(screen.getByText('The voice was away for an hour.')).toBeInTheDocument();
  const again = screen.getByRole('link', { name: 'Make it again' });
  expect(again).toHaveAttribute('href', expect.stringMatching(/^\/create\?topic=/));
  expect(main()).not.toHaveTextContent(/email|charged|order again/i);
});

test('an order that the server could not begin says so, and everything chosen is kept', async () => {
  visit(anOrder({ status: 'expired', total: 0, listPrice: 0 }));
  await screen.findByRole('heading', { name: 'This one wasn’t started' });
  expect(main()).toHaveTextContent('Everything you chose is still here, and so are your minutes.');
  expect(screen.getByRole('link', { name: 'Make it again' })).toBeInTheDocument();
  expect(here()).toBe('/success?order=o1');
});

test('an order that is being begun shows the studio, and no payment that is waited for', async () => {
  visit(anOrder({ total: 0, listPrice: 0 }));
  await screen.findByText('The studio is getting ready.');
  expect(main()).not.toHaveTextContent(/payment/i);
});

test('an episode that is gone leads to the dashboard, where a house keeps no receipt', async () => {
  visit(begun, { 'GET /api/podcasts/p1': () => ({ status: 404, body: { message: 'Gone' } }) });
  await vi.waitFor(() => expect(here()).toBe('/dashboard'));
});
