import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyOptional } from './lazyOptional.ts';

afterEach(cleanup);

function show(load: () => Promise<{ default: () => string }>) {
  const Part = lazyOptional(load);
  render(
    <main>
      The page <Suspense>{<Part />}</Suspense>
    </main>,
  );
}

test('an optional part is drawn once its file has loaded', async () => {
  show(async () => ({ default: () => 'and its part' }));
  await waitFor(() =>
    expect(screen.getByRole('main')).toHaveTextContent(/^The page and its part$/),
  );
});

test('an optional part that fails to load leaves the page as it is and logs a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(screen.getByRole('main')).toHaveTextContent(/^The page$/);
  warn.mockRestore();
});
