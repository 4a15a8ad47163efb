import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { inHouse, open, serve } from '../../testing/screen.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new Error('a fault');
}

test('a crashed page offers a link to the start that the browser loads anew', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve({ 'GET /api/auth/me': { user: null } });
  open(
    '/checkout',
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  const start = screen.getByRole('link', { name: 'Go home' });
  expect(start).toHaveAttribute('href', '/');
  // A click handled by the router would keep the error on the screen.
  let byScript = true;
  const browser = (event: Event) => {
    byScript = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', browser, { once: true });
  start.click();
  expect(byScript).toBe(false);
});

test('a crashed page of a house says that the episodes are safe', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve({ 'GET /api/auth/me': { user: null } });
  open(
    '/dashboard',
    inHouse(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    ),
  );
  expect(screen.getByText('Something on this page broke. Your episodes are safe.')).toBeVisible();
});
