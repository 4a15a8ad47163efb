import type { Account } from '#shared/account.ts';
import { hasPage } from '#shared/pages.ts';

export type NavLink = { href: string; label: string };

const withPage = (links: NavLink[], sells: boolean) =>
  links.filter(({ href }) => hasPage(href, sells));

export function navLinks(user: Account | null, sells: boolean): NavLink[] {
  const links = [
    user ? { href: '/dashboard', label: 'Dashboard' } : { href: '/', label: 'Home' },
    { href: '/create', label: 'Create Episode' },
    { href: '/samples', label: 'Demos' },
    { href: '/pricing', label: 'Pricing' },
    { href: '/contact', label: 'Contact Us' },
    ...(user?.isAdmin ? [{ href: '/admin', label: 'Admin' }] : []),
  ];
  return withPage(links, sells);
}

export const accountLink: NavLink = { href: '/dashboard?panel=account', label: 'Account' };

const legal: NavLink[] = [
  { href: '/refund', label: 'Refunds' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
];

export const legalLinks = (sells: boolean): NavLink[] => withPage(legal, sells);

const footer: NavLink[] = [
  { href: '/create', label: 'Create' },
  { href: '/samples', label: 'Demos' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/contact', label: 'Contact' },
  ...legal,
];

export const footerLinks = (sells: boolean): NavLink[] => withPage(footer, sells);
