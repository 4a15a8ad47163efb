import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../../testing/screen.tsx';
import { MenuButton } from './Header.tsx';

const button = () => screen.getByRole('button', { name: 'Menu', hidden: true });
const menu = () => import('./Menu.tsx');

test('a menu that fails to load shows a message and opens at the next press', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  let loads = false;
  const load = () => (loads ? menu() : Promise.reject(new TypeError('Failed to fetch')));
  open('/', <MenuButton load={load} />);
  fireEvent.click(button());
  expect(await screen.findByText('The menu didn’t load')).toBeInTheDocument();
  loads = true;
  fireEvent.click(button());
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeInTheDocument();
});

test('closing the menu returns the focus to its button', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <MenuButton load={menu} />);
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(button()).toHaveFocus());
});
