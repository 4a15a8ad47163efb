import { lazy, type Screen } from './lazy.ts';

type Route = {
  path: string;
  Page: Screen;
  guarded?: boolean;
  /**
   * The parameters of the query on which depends what it shows first. The prerendered HTML does not
   * know them: with one of them it is replaced, not hydrated, and with it goes the focus.
   */
  readsQuery?: string[];
  /** A query with which the build makes HTML of its own: there are other keys to press. */
  variant?: string;
  /** False where there is nothing to show without the query: the build makes no HTML for it. */
  prerender?: false;
};

export const routes: Route[] = [
  { path: '/', Page: lazy(() => import('./home/HomePage.tsx')) },
  {
    path: '/auth',
    Page: lazy(() => import('./auth/AuthPage.tsx')),
    readsQuery: ['disown', 'email', 'tab'],
    variant: 'tab=register',
  },
  { path: '/forgot-password', Page: lazy(() => import('./auth/ForgotPasswordPage.tsx')) },
  {
    path: '/reset-password',
    Page: lazy(() => import('./auth/ResetPasswordPage.tsx')),
    prerender: false,
  },
  { path: '/create', Page: lazy(() => import('./create/CreatePage.tsx')) },
  { path: '/checkout', Page: lazy(() => import('./checkout/CheckoutPage.tsx')), guarded: true },
  { path: '/success', Page: lazy(() => import('./checkout/SuccessPage.tsx')), guarded: true },
  { path: '/dashboard', Page: lazy(() => import('./dashboard/DashboardPage.tsx')), guarded: true },
  {
    path: '/dashboard-preview',
    Page: lazy(() => import('./dashboard/PreviewPage.tsx')),
  },
  { path: '/upgrade', Page: lazy(() => import('./account/UpgradePage.tsx')), guarded: true },
  { path: '/admin', Page: lazy(() => import('./admin/AdminPage.tsx')), guarded: true },
  { path: '/samples', Page: lazy(() => import('./samples/SamplesPage.tsx')) },
  {
    path: '/listen',
    Page: lazy(() => import('./listen/ListenPage.tsx')),
    prerender: false,
  },
  { path: '/pricing', Page: lazy(() => import('./pricing/PricingPage.tsx')) },
  { path: '/contact', Page: lazy(() => import('./contact/ContactPage.tsx')) },
  { path: '/privacy', Page: lazy(() => import('./legal/PrivacyPage.tsx')) },
  { path: '/terms', Page: lazy(() => import('./legal/TermsPage.tsx')) },
  { path: '/refund', Page: lazy(() => import('./legal/RefundPage.tsx')) },
];
