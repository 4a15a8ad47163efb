import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Podcast } from '#shared/episode.ts';
import { keys } from '../api/keys.ts';
import { useAuth } from '../api/session/session.tsx';
import { getDeck } from '../player/deck/deck.ts';
import { anAccount, anOrder, aPodcast, aSample, mira } from '../testing/builders.ts';
import { open, serve } from '../testing/screen.tsx';
import DashboardPage from './DashboardPage.tsx';

const signedIn = { 'GET /api/auth/me': { user: mira } };
const noOrders = { 'GET /api/orders': { orders: [] } };
const listOf = (...podcasts: Podcast[]) => ({ podcasts, nextCursor: null });
const findRow = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li');
  if (!row) throw new Error(`${title} stands in no row`);
  return within(row);
};

test('a finished episode shows its hosts, links to its page and can be played in place', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': listOf(aPodcast()) });
  open('/dashboard', <DashboardPage />);
  const row = await findRow('Why the sea glows at night');
  const page = row.getByRole('link', { name: 'Why the sea glows at night' });
  expect(page).toHaveAttribute('href', '/listen?episode=token');
  expect(row.getByText(/^Brian and Lily, 15\smin, today$/)).toBeInTheDocument();
  expect(row.getByRole('button', { name: 'Play Why the sea glows at night' })).toBeInTheDocument();
  expect(row.queryByText(/left$/)).not.toBeInTheDocument();
  expect(row.queryByText('Played')).not.toBeInTheDocument();
});

test('an episode that was begun shows what is left of it, and one that was heard a tick', async () => {
  const begun = aPodcast({ position: { seconds: 300, age: 60 } });
  const played = aPodcast({
    publicId: 'p2',
    title: 'Knots',
    isPlayed: true,
    listenUrl: '/listen?episode=t2',
  });
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': listOf(begun, played) });
  open('/dashboard', <DashboardPage />);
  const row = await findRow('Why the sea glows at night');
  expect(row.getByText(/^10\smin left$/)).toBeInTheDocument();
  expect((await findRow('Knots')).getByText('Played')).toBeInTheDocument();
});

test('a press on play puts the episode on the deck, and the row becomes its pause button', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': listOf(aPodcast()) });
  open('/dashboard', <DashboardPage />);
  const row = await findRow('Why the sea glows at night');
  fireEvent.click(row.getByRole('button', { name: /^Play/ }));
  expect(getDeck()?.get().playable.publicId).toBe('p1');
  expect(getDeck()?.get().playable.audioUrl).toBe('/media/p1/episode.mp3');
});

test('an unfinished episode shows its progress and becomes playable without a reload', async () => {
  let asked = 0;
  const making = aPodcast({ status: 'processing', stage: 'speaking', audioUrl: null });
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': () => {
      asked += 1;
      return { status: 200, body: listOf(asked < 2 ? making : aPodcast()) };
    },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('On air, 64 of 148 lines');
  expect(screen.queryByRole('button', { name: /^Play/ })).not.toBeInTheDocument();
  await screen.findByRole('button', { name: /^Play/ }, { timeout: 6000 });
  expect(asked).toBe(2);
}, 10_000);

test('an unfinished episode can be played from its first part on', async () => {
  const making = aPodcast({
    status: 'processing',
    stage: 'speaking',
    audioUrl: null,
    partsUrl: '/media/p1/parts.json',
  });
  const part = { number: 1, url: '/media/p1/parts/1.mp3', startTime: 0, duration: 40 };
  let parts: object[] = [];
  const asked = serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': listOf(making),
    'GET /media/p1/parts.json': () => ({ status: 200, body: { version: '1.0.0', parts } }),
  });
  open('/dashboard', <DashboardPage />);
  const row = await findRow('Why the sea glows at night');
  const times = () => asked.filter(({ call }) => call === 'GET /media/p1/parts.json').length;
  await waitFor(() => expect(times()).toBe(1));
  expect(row.queryByRole('button', { name: /^Play/ })).not.toBeInTheDocument();
  parts = [part];
  await row.findByRole('button', { name: /^Play/ }, { timeout: 6000 });
}, 10_000);

test('an unfinished episode shows the time left on the dashboard', async () => {
  const making = aPodcast({ status: 'processing', audioUrl: null, etaSeconds: 200 });
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': listOf(making) });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('About 3 minutes left');
});

test('the dashboard offers payment of an open order and not of a paid one', async () => {
  const orders = [anOrder(), anOrder({ id: 'o2', status: 'paid', topic: 'Paid already' })];
  serve({ ...signedIn, 'GET /api/orders': { orders }, 'GET /api/podcasts': listOf() });
  open('/dashboard', <DashboardPage />);
  const row = await findRow('Why the sea glows');
  const pay = row.getByRole('link', { name: 'Finish paying' });
  expect(pay).toHaveAttribute('href', '/checkout?order=o1');
  expect(row.getByText(/\$5\.99/)).toBeInTheDocument();
  expect(screen.queryByText('Paid already')).not.toBeInTheDocument();
});

test('a failed episode on the dashboard shows its refund and a link to order it again', async () => {
  const failed = aPodcast({ status: 'failed', failure: 'Couldn’t be finished.', audioUrl: null });
  const refunded = anOrder({
    status: 'refunded',
    podcast: { publicId: 'p1', status: 'failed', stage: 'speaking' },
  });
  serve({
    ...signedIn,
    'GET /api/orders': { orders: [refunded] },
    'GET /api/podcasts': listOf(failed),
  });
  open('/dashboard', <DashboardPage />);
  const row = await findRow('Why the sea glows at night');
  expect(row.getByText(/Couldn’t be finished\./)).toBeInTheDocument();
  await waitFor(() => expect(row.getByText('$5.99 refunded.')).toBeInTheDocument());
  const again = row.getByRole('link', { name: 'Order again' });
  expect(again).toHaveAttribute(
    'href',
    '/create?topic=Why+the+sea+glows&voice1=v1&voice2=v2&tone=Calm&style=Interview&duration=15',
  );
});

test('a dashboard without episodes offers the form, topics for it and a demo to hear', async () => {
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': listOf(),
    'GET /api/samples': { samples: [aSample(), aSample({ token: 'b', title: 'B' })], recording: 0 },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByRole('heading', {
    level: 2,
    name: 'Nothing on the shelf yet. What’s been on your mind?',
  });
  expect(screen.queryByText('Your episodes')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'New episode' })).toHaveAttribute('href', '/create');
  const topics = within(screen.getByRole('list', { name: 'Example topics' }));
  expect(topics.getByRole('link', { name: 'What octopuses dream about' })).toHaveAttribute(
    'href',
    '/create?topic=What%20octopuses%20dream%20about',
  );
  fireEvent.click(
    await screen.findByRole('button', { name: 'Play A long look at the glowing sea' }),
  );
  expect(getDeck()?.get().playable.token).toBe('sea');
  expect(screen.queryByRole('link', { name: 'B' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /podcast app/ })).not.toBeInTheDocument();
});

test('a list of episodes that cannot be fetched can be retried', async () => {
  let broken = true;
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': () =>
      broken ? { status: 500, body: 'broken' } : { status: 200, body: listOf(aPodcast()) },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('We couldn’t fetch your episodes');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Why the sea glows at night');
  expect(screen.queryByText('We couldn’t fetch your episodes')).not.toBeInTheDocument();
});

test('older episodes are loaded on request', async () => {
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': { podcasts: [aPodcast()], nextCursor: 'c 1' },
    'GET /api/podcasts?cursor=c%201': listOf(aPodcast({ publicId: 'p2', title: 'An older one' })),
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show older episodes' }));
  await screen.findByText('An older one');
  expect(screen.getByText('Why the sea glows at night')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show older episodes' })).not.toBeInTheDocument();
});

test('older episodes that cannot be fetched can be retried, and the retry focuses them', async () => {
  let broken = true;
  serve({
    ...signedIn,
    ...noOrders,
    'GET /api/podcasts': { podcasts: [aPodcast()], nextCursor: 'c1' },
    'GET /api/podcasts?cursor=c1': () =>
      broken
        ? { status: 500, body: 'broken' }
        : { status: 200, body: listOf(aPodcast({ publicId: 'p2', title: 'An older one' })) },
  });
  open('/dashboard', <DashboardPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show older episodes' }));
  await screen.findByText('We couldn’t fetch the older episodes');
  expect(screen.getByText('Why the sea glows at night')).toBeInTheDocument();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const older = await screen.findByRole('link', { name: 'An older one' });
  await waitFor(() => expect(older).toHaveFocus());
});

test('the dashboard shows its heading and a loading status while the episodes load', async () => {
  serve({ ...signedIn, ...noOrders, 'GET /api/podcasts': () => new Promise(() => undefined) });
  open('/dashboard', <DashboardPage />);
  expect(await screen.findByRole('status')).toHaveTextContent(/^Loading\.\.\.$/);
  expect(screen.getByRole('heading', { name: 'Your episodes' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'New episode' })).toBeInTheDocument();
});

test('open orders that cannot be fetched can be retried, and the episodes stay visible', async () => {
  let broken = true;
  serve({
    ...signedIn,
    'GET /api/podcasts': listOf(aPodcast()),
    'GET /api/orders': () =>
      broken ? { status: 500, body: 'broken' } : { status: 200, body: { orders: [anOrder()] } },
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('We couldn’t fetch your open orders');
  expect(screen.getByText('Why the sea glows at night')).toBeInTheDocument();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Finish paying' });
});

test('the dashboard offers an unlocked free episode with links to use it and to read about it', async () => {
  serve({
    'GET /api/auth/me': { user: anAccount({ hasMadeFirstPurchase: true }) },
    ...noOrders,
    'GET /api/podcasts': listOf(),
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('Ten minutes, on the house');
  const use = screen.getByRole('link', { name: 'Use it' });
  expect(use).toHaveAttribute('href', '/create?bonus=1');
  const about = screen.getByRole('link', { name: 'How it works' });
  expect(about).toHaveAttribute('href', '/upgrade');
});

test.each([
  ['not unlocked', { hasMadeFirstPurchase: false }],
  ['used', { hasMadeFirstPurchase: true, hasUsedFreePodcast: true }],
])('a free episode that is %s is not offered on the dashboard', async (_state, own) => {
  serve({
    'GET /api/auth/me': { user: anAccount(own) },
    ...noOrders,
    'GET /api/podcasts': listOf(aPodcast()),
  });
  open('/dashboard', <DashboardPage />);
  await screen.findByText('Why the sea glows at night');
  expect(screen.queryByText('Ten minutes, on the house')).not.toBeInTheDocument();
});

test('a newly unlocked free episode is offered on the dashboard without a reload', async () => {
  let paid = false;
  serve({
    'GET /api/auth/me': () => ({
      status: 200,
      body: { user: anAccount({ hasMadeFirstPurchase: paid }) },
    }),
    ...noOrders,
    'GET /api/podcasts': listOf(aPodcast()),
  });
  function Visit() {
    const { user } = useAuth();
    const client = useQueryClient();
    const [back, setBack] = useState(false);
    if (!user) return null;
    function goBack() {
      client.setQueryData(keys.order('o1'), { order: anOrder({ status: 'paid' }) });
      setBack(true);
    }
    return back ? (
      <DashboardPage />
    ) : (
      <button type="button" onClick={goBack}>
        To the shelf
      </button>
    );
  }
  open('/success', <Visit />);
  const button = await screen.findByRole('button', { name: 'To the shelf' });
  paid = true;
  fireEvent.click(button);
  await screen.findByText('Ten minutes, on the house');
});
