import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inHouse, open, serve } from '../testing/screen.tsx';
import { Footer } from './Footer.tsx';

test('the footer holds the links and the year of the specification', () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <Footer />);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Create', '/create'],
    ['Demos', '/samples'],
    ['Pricing', '/pricing'],
    ['Contact', '/contact'],
    ['Refunds', '/refund'],
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
  ]);
  expect(screen.getByText('© 2025 Duologue')).toBeInTheDocument();
});

test.each([
  ['1234567890', 1],
  [null, 0],
])('with pixel ID %s the footer has %i "Tracking choices" buttons', async (pixelId, times) => {
  let asked = false;
  serve({
    'GET /api/auth/me': { user: null },
    'GET /api/config': () => {
      asked = true;
      return { status: 200, body: { pixelId } };
    },
  });
  open('/', <Footer />);
  await waitFor(() => expect(asked).toBe(true));
  await act(async () => {});
  await waitFor(() => {
    expect(screen.queryAllByRole('button', { name: 'Tracking choices' })).toHaveLength(times);
  });
});

test('where nothing is sold, the footer has no prices, terms or refunds', () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', inHouse(<Footer />));
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Create', 'Demos', 'Contact', 'Privacy']);
});
