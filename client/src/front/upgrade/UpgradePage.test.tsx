import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Account } from '#shared/account.ts';
import { keys } from '../../api/keys.ts';
import { useAuth } from '../../api/session/session.tsx';
import { anAccount, anOrder } from '../../testing/builders.ts';
import { open, serve } from '../../testing/screen.tsx';
import UpgradePage from './UpgradePage.tsx';

async function visit(own: Partial<Account> = {}) {
  serve({ 'GET /api/auth/me': { user: anAccount(own) } });
  open('/upgrade', <UpgradePage />);
  await screen.findByText('Your account');
}

const expectLink = (name: string, href: string) =>
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);

test('the upgrade page says that no subscription is sold', async () => {
  await visit();
  expect(screen.getByText(/We don’t sell subscriptions\./)).toBeInTheDocument();
  expect(document.title).toBe('Upgrade · Duologue');
});

test('before the first purchase the upgrade page says what it unlocks', async () => {
  await visit();
  expect(screen.getByText('Buy one, and ten minutes are on us')).toBeInTheDocument();
  expect(
    screen.getByText(/first purchase, whatever its length, unlocks a free/),
  ).toBeInTheDocument();
  expectLink('Create your first episode', '/create');
});

test('the upgrade page links an unlocked free episode to the form', async () => {
  await visit({ hasMadeFirstPurchase: true });
  expect(screen.getByText('Ten minutes, on the house')).toBeInTheDocument();
  expectLink('Use your free episode', '/create?bonus=1');
});

test('a used free episode is shown as used, with a link to create the next one', async () => {
  await visit({ hasMadeFirstPurchase: true, hasUsedFreePodcast: true });
  expect(screen.getByText(/You’ve used your free ten minutes\./)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Use your free episode' })).not.toBeInTheDocument();
  expectLink('Create an episode', '/create');
});

test.each([
  [0, 'No episodes finished this month yet.'],
  [1, '1 episode finished this month.'],
  [4, '4 episodes finished this month.'],
])('%i episodes this month are shown as "%s"', async (monthlyPodcastsGenerated, words) => {
  await visit({ monthlyPodcastsGenerated });
  expect(screen.getByText(words, { exact: false })).toBeInTheDocument();
});

test('the upgrade page lists each length with its price, contents, extras and a link to the form', async () => {
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

test('the upgrade page shows a newly unlocked free episode without a reload', async () => {
  let paid = false;
  serve({
    'GET /api/auth/me': () => ({
      status: 200,
      body: { user: anAccount({ hasMadeFirstPurchase: paid }) },
    }),
  });
  function Visit() {
    const { user } = useAuth();
    const client = useQueryClient();
    const [isThere, setThere] = useState(false);
    function goThere() {
      client.setQueryData(keys.order('o1'), { order: anOrder({ status: 'paid' }) });
      setThere(true);
    }
    if (isThere) return <UpgradePage />;
    return (
      <button type="button" disabled={!user} onClick={goThere}>
        To the account
      </button>
    );
  }
  open('/success', <Visit />);
  const button = screen.getByText('To the account');
  await waitFor(() => expect(button).toBeEnabled());
  paid = true;
  fireEvent.click(button);
  await screen.findByText('Ten minutes, on the house');
});
