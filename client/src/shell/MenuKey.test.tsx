import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../testing/screen.tsx';
import { MenuKey } from './MenuKey.tsx';

const key = () => screen.getByRole('button', { name: 'Menu', hidden: true });
const menu = () => import('./Menu.tsx');

test('a menu that fails to load shows a message and opens at the next press', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  let comes = false;
  const load = () => (comes ? menu() : Promise.reject(new TypeError('Failed to fetch')));
  open('/', <MenuKey load={load} />);
  fireEvent.click(key());
  expect(await screen.findByText('The menu did not arrive')).toBeInTheDocument();
  comes = true;
  fireEvent.click(key());
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeInTheDocument();
});

test('closing the menu returns the focus to its button', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <MenuKey load={menu} />);
  fireEvent.click(key());
  fireEvent.click(await screen.findByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(key()).toHaveFocus());
});
