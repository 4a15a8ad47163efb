import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '../testing.tsx';
import { MenuKey } from './MenuKey.tsx';

const key = () => screen.getByRole('button', { name: 'Menu', hidden: true });
const menu = () => import('./Menu.tsx');

test('a menu that does not come is told of, and comes at the next press', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  let comes = false;
  const load = () => (comes ? menu() : Promise.reject(new TypeError('Failed to fetch')));
  open('/', <MenuKey load={load} />);
  fireEvent.click(key());
  expect(await screen.findByText('The menu did not arrive')).toBeTruthy();
  comes = true;
  fireEvent.click(key());
  expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy();
});

test('a closed menu gives the focus back to its key', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <MenuKey load={menu} />);
  fireEvent.click(key());
  fireEvent.click(await screen.findByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(document.activeElement).toBe(key()));
});
