import type { Account } from '#shared/account.ts';

export type NavLink = { href: string; label: string };

/** The navigation of spec section 2 for this user. */
export function navLinks(user: Account | null): NavLink[] {
  return [
    user ? { href: '/dashboard', label: 'Dashboard' } : { href: '/', label: 'Home' },
    { href: '/create', label: 'Create Episode' },
    { href: '/samples', label: 'Demos' },
    { href: '/pricing', label: 'Pricing' },
    { href: '/contact', label: 'Contact Us' },
    ...(user?.isAdmin ? [{ href: '/admin', label: 'Admin' }] : []),
  ];
}

/** Opens the account panel over the dashboard. */
export const accountLink: NavLink = { href: '/dashboard?panel=account', label: 'Account' };

export const legalLinks: NavLink[] = [
  { href: '/refund', label: 'Refunds' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
];

export const footerLinks: NavLink[] = [
  { href: '/create', label: 'Create' },
  { href: '/samples', label: 'Demos' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/contact', label: 'Contact' },
  ...legalLinks,
];
