import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aHouse, anAdminPodcast } from '../testing/builders.ts';
import { inHouse, open, serve } from '../testing/screen.tsx';
import AdminPage from './AdminPage.tsx';
import { signedIn } from './fixtures.ts';
import './CostsView.tsx';

const health = {
  selling: true,
  producing: true,
  outages: [],
  spentToday: 1_240_000,
  cap: 10_000_000,
};

function visit(view: string, answers: Record<string, unknown>) {
  serve({
    ...signedIn,
    'GET /api/config': aHouse(),
    'GET /api/admin/health': { health },
    ...answers,
  });
  open(`/admin?view=${view}`, inHouse(<AdminPage />));
}

const none = { 'GET /api/admin/podcasts': { podcasts: [], nextCursor: null } };

test('the admin of a house has costs, and neither sales, orders, codes nor payments', async () => {
  // As in a bookmark of another installation.
  visit('codes', none);
  await screen.findByRole('heading', { level: 2, name: 'Episodes' });
  const nav = within(screen.getByRole('navigation', { name: 'Admin' }));
  expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Episodes',
    'Costs',
    'Messages',
    'Users',
    'Providers',
    'Audit',
  ]);
  await screen.findByText('The studio is open. $1.24 spent today of $10.00.');
});

test.each([
  ['the day’s limit is reached', {}, /^Nothing is made until midnight UTC/],
  ['no instance can make any', { producing: false }, /^Nothing is made: no instance/],
  [
    'a provider is away',
    {
      outages: [
        { provider: 'OpenAI', reason: 'away', message: '503', since: '2026-03-04T05:06:07.000Z' },
      ],
    },
    /^Nothing is made: OpenAI has been away/,
  ],
])('a house in which %s says that nothing is made', async (_why, own, words) => {
  visit('episodes', {
    ...none,
    'GET /api/admin/health': { health: { ...health, selling: false, ...own } },
  });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('the costs are those of today and of the month, with each account’s part', async () => {
  const accounts = [
    { id: 1, email: 'ann@example.com', minutes: 120, microdollars: 5_400_000 },
    { id: 2, email: 'ben@example.com', minutes: 10, microdollars: 450_000 },
  ];
  const costs = { today: 450_000, month: 5_850_000, cap: 10_000_000, minutesAMonth: 300, accounts };
  visit('costs', { 'GET /api/admin/costs': { costs } });
  const figure = async (name: string) =>
    (await screen.findByText(name, { selector: 'dt' })).closest('div');
  expect(await figure('Today')).toHaveTextContent(/^Today ?\$0\.45 ?of \$10\.00 a day$/);
  expect(await figure('This month')).toHaveTextContent('$5.85');
  expect(await figure('For each account')).toHaveTextContent(/300 ?minutes a month$/);
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'ann@example.com120 of 300$5.40',
    'ben@example.com10 of 300$0.45',
  ]);
});

test('a house without a limit and without an episode this month says so', async () => {
  const costs = { today: 0, month: 0, cap: null, minutesAMonth: 300, accounts: [] };
  visit('costs', { 'GET /api/admin/costs': { costs } });
  await screen.findByText('no daily limit');
  await screen.findByText('Nobody has made an episode this month.');
});

test('an episode of a house has its cost, and neither revenue, margin nor an order', async () => {
  const episode = anAdminPodcast({
    costs: {
      inputTokens: 12_345,
      cachedTokens: 1_000,
      cacheWriteTokens: 400,
      outputTokens: 6_000,
      searches: 8,
      characters: 13_000,
      microdollars: 654_321,
      by: { script: 104_321, search: 90_000, speech: 460_000 },
    },
    quality: {
      lengthError: 0.06,
      loudness: -16,
      truePeak: -1.2,
      talkBalance: 0.5,
      repetition: 0.04,
      longestMonologue: 95,
      flags: ['length'],
    },
  });
  visit('episodes', { 'GET /api/admin/podcasts': { podcasts: [episode], nextCursor: null } });
  const row = (await screen.findByText('Why the sea glows at night')).closest('li');
  expect(row).toHaveTextContent(/Searches8.*Cost\$0\.65/);
  expect(row).toHaveTextContent('Its length misses the minutes asked for');
  expect(row).toHaveTextContent('Off the minutes asked for6.0 %');
  expect(row).not.toHaveTextContent(/Revenue|Margin|bought/);
  expect(within(row as HTMLElement).queryByRole('link', { name: 'Order' })).toBeNull();
});

test('a user of a house has episodes, and no spending, bonus or confirmed address', async () => {
  const user = {
    id: 1,
    email: 'ann@example.com',
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Lee',
    authProvider: 'local',
    isAdmin: true,
    emailVerifiedAt: null,
    subscriptionStatus: 'free',
    monthlyPodcastsGenerated: 3,
    hasMadeFirstPurchase: false,
    hasUsedFreePodcast: false,
    orders: 3,
    spent: 0,
    paidBack: { episodes: 0, spoken: 0, played: 0 },
    createdAt: '2026-03-04T05:06:07.000Z',
  };
  visit('users', { 'GET /api/admin/users': { users: [user], nextCursor: null } });
  const row = (await screen.findByText('ann@example.com')).closest('li');
  expect(row).toHaveTextContent(/AdminAnn Leewith a passwordsince.*3 episodes$/);
  expect(row).not.toHaveTextContent(/\$|bonus|confirmed/);
});
