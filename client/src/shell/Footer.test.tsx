import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../testing.tsx';
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
  expect(screen.getByText('© 2025 Duologue')).toBeTruthy();
});
