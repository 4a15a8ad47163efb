import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira } from '../../testing/builders.ts';
import { inHouse, open, serve } from '../../testing/screen.tsx';
import { Header } from './Header.tsx';

const row = () => within(screen.getByRole('navigation', { name: 'Main' }));
const labels = () =>
  row()
    .getAllByRole('link')
    .map((link) => link.textContent);

test('a visitor sees Home and Sign In in the header, and no Admin', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/pricing', <Header />);
  expect((await screen.findAllByRole('link', { name: 'Sign In' })).length).toBeGreaterThan(0);
  expect(labels()).toEqual(['Home', 'Create Episode', 'Demos', 'Pricing', 'Contact Us']);
  expect(row().getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page');
  expect(row().getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
});

test('on the sign-in page the wide row still has Sign In, and highlights it', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/auth?next=%2Fcreate', <Header />);
  const link = await screen.findByRole('link', { name: 'Sign In' });
  expect(link).toHaveAttribute('href', '/auth');
  expect(link).toHaveAttribute('aria-current', 'page');
});

test('elsewhere Sign In is not highlighted', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/pricing', <Header />);
  for (const link of await screen.findAllByRole('link', { name: 'Sign In' })) {
    expect(link).not.toHaveAttribute('aria-current');
  }
});

test('an admin sees Dashboard instead of Home in the header, Admin, and no Sign In', async () => {
  serve({ 'GET /api/auth/me': { user: { ...mira, isAdmin: true } } });
  open('/create', <Header />);
  await row().findByRole('link', { name: 'Admin' });
  expect(labels()[0]).toBe('Dashboard');
  expect(row().getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(screen.queryByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
});

test('the user menu links to sign-out and account, and closes on a press outside', async () => {
  serve({ 'GET /api/auth/me': { user: { ...mira, firstName: null } } });
  open('/create', <Header />);
  fireEvent.click(await screen.findByRole('button', { name: 'Account: mira@example.com' }));
  expect(screen.getByText('User')).toBeInTheDocument();
  const out = screen.getByRole('link', { name: 'Sign Out' });
  expect(out).toHaveAttribute('href', '/api/logout');
  const account = screen.getByRole('link', { name: 'Account' });
  expect(account).toHaveAttribute('href', '/dashboard?panel=account');
  fireEvent.pointerDown(document.body);
  expect(screen.queryByText('User')).not.toBeInTheDocument();
});

test('the menu of a narrow screen holds every link and closes when one is chosen', async () => {
  serve({ 'GET /api/auth/me': { user: mira } });
  open('/create', <Header />);
  await screen.findByRole('button', { name: 'Account: mira@example.com' });
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog'));
  expect(menu.getByRole('heading', { name: 'Support & Legal' })).toBeInTheDocument();
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
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the close button closes the menu', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', <Header />);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Close menu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('where nothing is sold, neither header nor menu leads to prices, terms or refunds', async () => {
  serve({ 'GET /api/auth/me': { user: null } });
  open('/', inHouse(<Header />));
  expect(labels()).toEqual(['Home', 'Create Episode', 'Demos', 'Contact Us']);
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog'));
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Home',
    'Create Episode',
    'Demos',
    'Contact Us',
    'Sign In',
    'Privacy',
  ]);
});
