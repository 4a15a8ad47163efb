import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Account } from '#shared/account.ts';
import { mira, open, serve } from '../testing.tsx';
import UpgradePage from './UpgradePage.tsx';

async function visit(own: Partial<Account> = {}) {
  serve({ 'GET /api/auth/me': { user: { ...mira, ...own } } });
  open('/upgrade', <UpgradePage />);
  await screen.findByText('Where you stand');
}

const mainKey = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('it says plainly that no subscription is sold', async () => {
  await visit();
  expect(screen.getByText(/No subscription is sold here\./)).toBeTruthy();
  expect(document.title).toBe('Upgrade · Duologue');
});

test('before the first purchase it says what that unlocks', async () => {
  await visit();
  expect(screen.getByText('Buy one, and ten minutes are on us')).toBeTruthy();
  expect(screen.getByText(/first purchase, whatever its length, unlocks a free/)).toBeTruthy();
  expect(mainKey('Create your first episode')).toBe('/create');
});

test('a bonus that waits can be claimed', async () => {
  await visit({ hasMadeFirstPurchase: true });
  expect(screen.getByText('Ten minutes, on the house')).toBeTruthy();
  expect(mainKey('Use your free episode')).toBe('/create?bonus=1');
});

test('a used bonus is told as used, and the next episode is a key away', async () => {
  await visit({ hasMadeFirstPurchase: true, hasUsedFreePodcast: true });
  expect(screen.getByText(/Your free ten minutes have been used\./)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Use your free episode' })).toBeNull();
  expect(mainKey('Create an episode')).toBe('/create');
});

test.each([
  [0, 'No episode finished this month yet.'],
  [1, '1 episode finished this month.'],
  [4, '4 episodes finished this month.'],
])('%i episodes this month are told as "%s"', async (monthlyPodcastsGenerated, words) => {
  await visit({ monthlyPodcastsGenerated });
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
});

test('each length has its price, what it holds, what it adds, and a key to the form', async () => {
  await visit();
  const list = within(screen.getByRole('region', { name: 'What each length adds' }));
  const shown = list.getAllByRole('listitem').map((item) => ({
    length: within(item).getByRole('heading').textContent,
    price: item.textContent?.match(/\$[\d.]+/)?.[0],
    holds: item.textContent?.match(/About .*\./)?.[0].replace(/Choose.*/, ''),
    href: within(item).getByRole('link').getAttribute('href'),
  }));
  expect(shown).toEqual([
    {
      length: '10 minutes',
      price: '$3.99',
      holds: 'About 6 chapters and 1,500 words.',
      href: '/create?duration=10',
    },
    {
      length: '15 minutes',
      price: '$5.99',
      holds: 'About 8 chapters and 2,250 words: 2 more chapters for $2.00 more.',
      href: '/create?duration=15',
    },
    {
      length: '20 minutes',
      price: '$7.49',
      holds: 'About 10 chapters and 3,000 words: 2 more chapters for $1.50 more.',
      href: '/create?duration=20',
    },
    {
      length: '25 minutes',
      price: '$8.99',
      holds: 'About 12 chapters and 3,750 words: 2 more chapters for $1.50 more.',
      href: '/create?duration=25',
    },
  ]);
});

test('a bonus unlocked since the session was read is seen without a reload', async () => {
  let asked = 0;
  serve({
    'GET /api/auth/me': () => {
      asked += 1;
      return { status: 200, body: { user: { ...mira, hasMadeFirstPurchase: asked > 1 } } };
    },
  });
  open('/upgrade', <UpgradePage />);
  await screen.findByText('Ten minutes, on the house');
});
