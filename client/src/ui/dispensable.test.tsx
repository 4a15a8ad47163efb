import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { dispensable } from './dispensable.ts';

afterEach(cleanup);

function show(load: () => Promise<{ default: () => string }>) {
  const Part = dispensable(load);
  render(
    <main>
      The page <Suspense>{<Part />}</Suspense>
    </main>,
  );
}

test('a part whose file comes is drawn', async () => {
  show(async () => ({ default: () => 'and its part' }));
  await waitFor(() => expect(screen.getByRole('main').textContent).toBe('The page and its part'));
});

test('a part whose file does not come leaves the page as it is, and is told to the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(screen.getByRole('main').textContent).toBe('The page ');
  warn.mockRestore();
});
