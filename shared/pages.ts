import { brand } from './brand.ts';
import { pricesInWords } from './pricing.ts';

/** Page titles until the data of an order or episode is loaded. */
export const titles = {
  '/': `${brand.name}: ${brand.tagline}`,
  '/auth': 'Sign in',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'Reset password',
  '/create': 'Create Episode',
  '/checkout': 'Checkout',
  '/success': 'Your episode',
  '/dashboard': 'Dashboard',
  '/dashboard-preview': 'Dashboard preview',
  '/upgrade': 'Upgrade',
  '/admin': 'Admin',
  '/samples': 'Demos',
  '/listen': 'Listen',
  '/pricing': 'Pricing',
  '/contact': 'Contact Us',
  '/privacy': 'Privacy Policy',
  '/terms': 'Terms of Service',
  '/refund': 'Refunds',
} as const;

export const notFound = { title: 'Page not found' } as const;

export type Path = keyof typeof titles;

interface Page {
  /** For search results and link previews; at most 155 characters. */
  description: string;
  /** Whether search engines may list it; such pages are in the sitemap. */
  indexed: boolean;
}

function describePricing(): string {
  return `${pricesInWords()}. What an episode includes, and when your money comes back.`;
}

/** For clients that do not run scripts. */
export const pages: Record<Path, Page> = {
  '/': {
    description:
      'Type a topic, pick two voices, and two AI hosts talk it through for exactly the minutes you bought. Pay per episode, no subscriptions.',
    indexed: true,
  },
  '/auth': {
    description:
      'Sign in, or create an account for your episodes. After your first purchase, a 10-minute bonus podcast is free.',
    indexed: true,
  },
  '/forgot-password': {
    description: 'Get a link by email to choose a new password.',
    indexed: false,
  },
  '/reset-password': { description: 'Choose a new password for your account.', indexed: false },
  '/create': {
    description:
      'Type what you want to hear about, choose two AI hosts, a tone, a style and 10 to 25 minutes, and see the price before you pay.',
    indexed: true,
  },
  '/checkout': { description: 'One last look at your order before you pay.', indexed: false },
  '/success': { description: 'How far along your episode is.', indexed: false },
  '/dashboard': { description: 'Your episodes, to play, download and share.', indexed: false },
  '/dashboard-preview': {
    description: 'What a dashboard looks like, with sample episodes in it.',
    indexed: false,
  },
  '/upgrade': { description: 'Your account, and what each length adds.', indexed: false },
  '/admin': { description: 'For those who run the studio.', indexed: false },
  '/samples': {
    description:
      'Hear finished episodes and read along with the transcript before you order one. No account needed.',
    indexed: true,
  },
  '/listen': {
    description: 'An episode in which two AI hosts talk one topic through.',
    indexed: false,
  },
  '/pricing': {
    // The annotation lets bundles that only use `titles` drop `pages`.
    description: /* @__PURE__ */ describePricing(),
    indexed: true,
  },
  '/contact': {
    description: 'Question, problem, refund? Write to us; we answer by email.',
    indexed: true,
  },
  '/privacy': {
    description: 'What we keep about you, why, for how long, and how to have it removed.',
    indexed: true,
  },
  '/terms': {
    description: 'What you buy, what you may do with an episode, and what we promise.',
    indexed: true,
  },
  '/refund': {
    description: 'When your money comes back, how to ask for it, and how long it takes.',
    indexed: true,
  },
};

/** They do not exist where nothing is sold (`SALES=off`). */
export const sellingPages: readonly Path[] = [
  '/checkout',
  '/upgrade',
  '/pricing',
  '/terms',
  '/refund',
];

export const hasPage = (path: string, sells: boolean): boolean =>
  sells || !sellingPages.some((selling) => selling === path);

/** Descriptions that differ where nothing is sold. */
export const houseDescriptions: Partial<Record<Path, string>> = {
  '/': 'Type a topic, pick two voices, and two AI hosts talk it through for exactly the minutes you asked for.',
  '/auth': 'Sign in, or create an account for your episodes.',
  '/create':
    'Type what you want to hear about, choose two AI hosts, a tone, a style and 10 to 25 minutes.',
  '/forgot-password': 'For when you can’t sign in.',
  '/samples': 'Hear finished episodes and read along with the transcript. No account needed.',
  '/contact': 'Question or problem? Write to whoever runs this house.',
};

/** The default preview picture of shared links; size in pixels. */
export const preview = {
  path: '/og.png',
  width: 1200,
  height: 630,
  alt: `${brand.name}: “${brand.tagline}” above the sound of two voices in conversation`,
} as const;
