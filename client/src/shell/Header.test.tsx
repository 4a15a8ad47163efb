import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira, open, serve } from '../testing.tsx';
import { Header } from './Header.tsx';

const row = () => within(screen.getByRole('navigation', { name: 'Main' }));
const labels = () =>
  row()
    .getAllByRole('link')
    .map((link) => link.textContent);

test('a visitor sees Home and Sign In, and no Admin', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/pricing', <Header />);
  expect((await screen.findAllByRole('link', { name: 'Sign In' })).length).toBeGreaterThan(0);
  expect(labels()).toEqual(['Home', 'Create Episode', 'Demos', 'Pricing', 'Contact Us']);
  expect(row().getByRole('link', { name: 'Pricing' }).getAttribute('aria-current')).toBe('page');
  expect(row().getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();
});

test('an admin sees Dashboard for Home, Admin, and no Sign In', async () => {
  serve({ 'GET /api/auth/me': { user: { ...mira, isAdmin: true } } });
  open('/create', <Header />);
  await row().findByRole('link', { name: 'Admin' });
  expect(labels()[0]).toBe('Dashboard');
  expect(row().getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
});

test('the user menu tells who is signed in, leads out by full navigation, and closes outside', async () => {
  serve({ 'GET /api/auth/me': { user: { ...mira, firstName: null } } });
  open('/create', <Header />);
  fireEvent.click(await screen.findByRole('button', { name: 'Account: mira@example.com' }));
  expect(screen.getByText('User')).toBeTruthy();
  const out = screen.getByRole('link', { name: 'Sign Out' });
  expect(out.getAttribute('href')).toBe('/api/logout');
  const account = screen.getByRole('link', { name: 'Account' });
  expect(account.getAttribute('href')).toBe('/dashboard?panel=account');
  fireEvent.pointerDown(document.body);
  expect(screen.queryByText('User')).toBeNull();
});

test('the menu of a narrow screen holds every link and closes on a choice', async () => {
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/create', <Header />);
  await screen.findByRole('button', { name: 'Account: mira@example.com' });
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog'));
  expect(menu.getByRole('heading', { name: 'Support & Legal' })).toBeTruthy();
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Create Episode',
    'Demos',
    'Pricing',
    'Contact Us',
    'Refunds',
    'Privacy',
    'Terms',
    'Account',
    'Sign Out',
  ]);
  fireEvent.click(menu.getByRole('link', { name: 'Demos' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the close button closes the menu', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <Header />);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
