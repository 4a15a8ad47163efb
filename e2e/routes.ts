import { ROLES, type Role } from './signIn.ts';

/** What a visitor meets at an address: the tab's name, or where they are sent. */
type Meeting = { title: string } | { sentTo: RegExp };

type Visit = {
  path: string;
  /** A file name for its picture. */
  name: string;
  meets: Record<Role, Meeting>;
};

const all = (title: string): Visit['meets'] => ({
  'signed out': { title },
  'signed in': { title },
  admin: { title },
});

/** For whoever is signed in; a visitor signs in first and returns. */
const guarded = (path: string, title: string): Visit['meets'] => ({
  ...all(title),
  'signed out': { sentTo: new RegExp(`/auth\\?next=${encodeURIComponent(path)}$`) },
});

const onlyFor = (out: string, sentTo: RegExp): Visit['meets'] => ({
  'signed out': { title: out },
  'signed in': { sentTo },
  admin: { sentTo },
});

/** The route table of spec section 2, in its order, and any other path. */
export const visits: readonly Visit[] = [
  { path: '/', name: 'home', meets: onlyFor('Duologue: Curiosity on Demand', /\/dashboard$/) },
  { path: '/auth', name: 'auth', meets: onlyFor('Sign in', /\/create$/) },
  { path: '/dashboard', name: 'dashboard', meets: guarded('/dashboard', 'Dashboard') },
  { path: '/create', name: 'create', meets: all('Create Episode') },
  { path: '/checkout', name: 'checkout', meets: guarded('/checkout', 'Order not found') },
  { path: '/success', name: 'success', meets: guarded('/success', 'Order not found') },
  { path: '/upgrade', name: 'upgrade', meets: guarded('/upgrade', 'Upgrade') },
  { path: '/privacy', name: 'privacy', meets: all('Privacy Policy') },
  { path: '/terms', name: 'terms', meets: all('Terms of Service') },
  { path: '/contact', name: 'contact', meets: all('Contact Us') },
  {
    path: '/admin',
    name: 'admin',
    meets: {
      ...guarded('/admin', 'Admin'),
      'signed in': { title: 'Page not found' },
      // Not the document's own title, which stands only until the page is awake.
      admin: { title: 'Discount codes, Admin' },
    },
  },
  { path: '/pricing', name: 'pricing', meets: all('Pricing') },
  { path: '/samples', name: 'samples', meets: all('Demos') },
  { path: '/refund', name: 'refund', meets: all('Refunds') },
  { path: '/forgot-password', name: 'forgot-password', meets: all('Forgot password') },
  { path: '/reset-password', name: 'reset-password', meets: all('Reset password') },
  { path: '/dashboard-preview', name: 'dashboard-preview', meets: all('Dashboard preview') },
  { path: '/listen', name: 'listen', meets: all('Episode not found') },
  { path: '/no-such-page', name: 'not-found', meets: all('Page not found') },
];

/** Addresses that name something, for those who are sent to them. */
const named: Record<Role, { path: string; title: string }[]> = {
  'signed out': [
    { path: '/reset-password?token=x', title: 'Reset password' },
    { path: '/create?topic=Tides', title: 'Create Episode' },
    { path: '/listen?episode=nobody', title: 'Episode not found' },
  ],
  'signed in': [
    { path: '/checkout?order=nobody', title: 'Order not found' },
    { path: '/success?order=nobody', title: 'Order not found' },
  ],
  admin: [],
};

/** Every visit of one role; `isFirst` where nobody of less privilege gets to see the same screen. */
export function visitsOf(role: Role): { path: string; meeting: Meeting; isFirst: boolean }[] {
  return [
    ...visits.map((visit) => ({
      path: visit.path,
      meeting: visit.meets[role],
      isFirst: firstToSee(visit).includes(role),
    })),
    ...named[role].map(({ path, title }) => ({ path, meeting: { title }, isFirst: true })),
  ];
}

/** For each distinct screen at an address, the least privileged of those who get to see it. */
export function firstToSee({ meets }: Visit): Role[] {
  const titles = ROLES.map((role) => ('title' in meets[role] ? meets[role].title : null));
  return ROLES.filter((_, at) => titles[at] && titles.indexOf(titles[at]) === at);
}
