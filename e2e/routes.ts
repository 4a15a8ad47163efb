import { ROLES, type Role } from './signIn.ts';

type Outcome = { title: string } | { redirectsTo: RegExp };

type Visit = {
  path: string;
  name: string;
  outcomes: Record<Role, Outcome>;
};

const all = (title: string): Visit['outcomes'] => ({
  'signed out': { title },
  'signed in': { title },
  admin: { title },
});

const guarded = (path: string, title: string): Visit['outcomes'] => ({
  ...all(title),
  'signed out': { redirectsTo: new RegExp(`/auth\\?next=${encodeURIComponent(path)}$`) },
});

const onlyFor = (out: string, redirectsTo: RegExp): Visit['outcomes'] => ({
  'signed out': { title: out },
  'signed in': { redirectsTo },
  admin: { redirectsTo },
});

export const visits: readonly Visit[] = [
  { path: '/', name: 'home', outcomes: onlyFor('Duologue: Curiosity on Demand', /\/dashboard$/) },
  { path: '/auth', name: 'auth', outcomes: onlyFor('Sign in', /\/create$/) },
  { path: '/dashboard', name: 'dashboard', outcomes: guarded('/dashboard', 'Dashboard') },
  { path: '/create', name: 'create', outcomes: all('Create Episode') },
  { path: '/checkout', name: 'checkout', outcomes: guarded('/checkout', 'Order not found') },
  { path: '/success', name: 'success', outcomes: guarded('/success', 'Order not found') },
  { path: '/upgrade', name: 'upgrade', outcomes: guarded('/upgrade', 'Upgrade') },
  { path: '/privacy', name: 'privacy', outcomes: all('Privacy Policy') },
  { path: '/terms', name: 'terms', outcomes: all('Terms of Service') },
  { path: '/contact', name: 'contact', outcomes: all('Contact Us') },
  {
    path: '/admin',
    name: 'admin',
    outcomes: {
      ...guarded('/admin', 'Admin'),
      'signed in': { title: 'Page not found' },
      // The title after hydration; the document's own differs.
      admin: { title: 'Discount codes, Admin' },
    },
  },
  { path: '/pricing', name: 'pricing', outcomes: all('Pricing') },
  { path: '/samples', name: 'samples', outcomes: all('Demos') },
  { path: '/refund', name: 'refund', outcomes: all('Refunds') },
  { path: '/forgot-password', name: 'forgot-password', outcomes: all('Forgot password') },
  { path: '/reset-password', name: 'reset-password', outcomes: all('Reset password') },
  { path: '/dashboard-preview', name: 'dashboard-preview', outcomes: all('Dashboard preview') },
  { path: '/listen', name: 'listen', outcomes: all('Episode not found') },
  { path: '/no-such-page', name: 'not-found', outcomes: all('Page not found') },
];

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

/** Returns all visits of a role. `isFirst`: no less privileged role sees the same screen. */
export function visitsOf(role: Role): { path: string; outcome: Outcome; isFirst: boolean }[] {
  return [
    ...visits.map((visit) => ({
      path: visit.path,
      outcome: visit.outcomes[role],
      isFirst: firstToSee(visit).includes(role),
    })),
    ...named[role].map(({ path, title }) => ({ path, outcome: { title }, isFirst: true })),
  ];
}

export function firstToSee({ outcomes }: Visit): Role[] {
  const titles = ROLES.map((role) => ('title' in outcomes[role] ? outcomes[role].title : null));
  return ROLES.filter((_, at) => titles[at] && titles.indexOf(titles[at]) === at);
}
