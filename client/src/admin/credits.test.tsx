import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CreditsState } from '#shared/credits.ts';
import { visit } from './fixtures.ts';

const some: CreditsState = {
  at: '2026-03-04T05:06:07.000Z',
  tier: 'creator',
  left: 60_000,
  limit: 100_000,
  isLow: false,
  minutes: 133,
  renewedAt: '2026-04-01T00:00:00.000Z',
  byUse: false,
};

/** The card as it looks with these credits. */
async function card(credits: CreditsState | null) {
  visit({ 'GET /api/admin/credits': { credits } }, '/admin?view=providers');
  const heading = await screen.findByRole('heading', { name: 'ElevenLabs credits' });
  return heading.parentElement;
}

test('what is left is told in credits and in minutes, with the day on which they are new', async () => {
  const shown = await card(some);
  expect(await screen.findByText('60,000 of 100,000')).toBeVisible();
  expect(shown).toHaveTextContent('133 minutes');
  expect(shown).toHaveTextContent('1 Apr 2026');
  expect(shown).toHaveTextContent('sales pause');
  expect(screen.queryByText(/^Few are left/)).not.toBeInTheDocument();
});

test('few credits are trouble, with what to do', async () => {
  await card({ ...some, left: 9_000, isLow: true, minutes: null });
  expect(await screen.findByText(/^Few are left\. Turn on/)).toBeVisible();
});

test('where speech goes on nobody is warned', async () => {
  const shown = await card({ ...some, left: 0, byUse: true });
  expect(await screen.findByText('speech is billed by use')).toBeVisible();
  expect(shown).not.toHaveTextContent('Few are left');
});

test('before ElevenLabs was asked the card says so', async () => {
  const shown = await card(null);
  expect(await screen.findByText(/hasn’t told us yet/)).toBeVisible();
  expect(shown).not.toHaveTextContent('Plan');
});
