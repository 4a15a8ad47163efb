import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { bootstrap } from './bootstrap.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** A press as the browser sees it: false if a script prevented its default action. */
const press = (control: HTMLElement) =>
  control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

test('an app that fails to load shows an alert, and the page is left to the browser', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  window.history.replaceState(null, '', '/dashboard?order=o1#top');
  document.body.innerHTML = '<div id="root"><button type="button">Menu</button></div>';
  const root = document.getElementById('root');
  if (!root) throw new Error('there is no root');
  const app = Promise.withResolvers<never>();
  const started = bootstrap(root, () => app.promise);
  expect(press(screen.getByRole('button', { name: 'Menu' }))).toBe(false);

  app.reject(new TypeError('Failed to fetch dynamically imported module'));
  await started;
  expect(screen.getByRole('alert')).toHaveTextContent('Part of this page didn’t load.');
  const again = screen.getByRole('link', { name: 'Reload' });
  expect(again).toHaveAttribute('href', '/dashboard?order=o1');
  expect(press(screen.getByRole('button', { name: 'Menu' }))).toBe(true);
});
