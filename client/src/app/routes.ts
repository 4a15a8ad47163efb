import { lazy, type Screen } from '../ui/lazy.ts';

type Route = {
  path: string;
  Page: Screen;
  guarded?: boolean;
  /**
   * Query parameters that decide what the page shows first. The prerendered HTML does not know
   * them, so with one of them it is replaced instead of hydrated, and the focus is lost.
   */
  readsQuery?: string[];
  /** A query for which the build makes separate HTML, because it shows other buttons. */
  variant?: string;
  /** False if the page shows nothing without its query: the build makes no HTML for it. */
  prerender?: false;
};

export const routes: Route[] = [
  { path: '/', Page: lazy(() => import('../front/home/HomePage.tsx')) },
  {
    path: '/auth',
    Page: lazy(() => import('../account/auth/AuthPage.tsx')),
    readsQuery: ['disown', 'email', 'tab'],
    variant: 'tab=register',
  },
  { path: '/forgot-password', Page: lazy(() => import('../account/auth/ForgotPasswordPage.tsx')) },
  {
    path: '/reset-password',
    Page: lazy(() => import('../account/auth/ResetPasswordPage.tsx')),
    prerender: false,
  },
  { path: '/create', Page: lazy(() => import('../create/CreatePage.tsx')) },
  { path: '/checkout', Page: lazy(() => import('../buy/CheckoutPage.tsx')), guarded: true },
  { path: '/success', Page: lazy(() => import('../buy/SuccessPage.tsx')), guarded: true },
  { path: '/dashboard', Page: lazy(() => import('../shelf/DashboardPage.tsx')), guarded: true },
  { path: '/dashboard-preview', Page: lazy(() => import('../shelf/PreviewPage.tsx')) },
  { path: '/upgrade', Page: lazy(() => import('../front/upgrade/UpgradePage.tsx')), guarded: true },
  { path: '/admin', Page: lazy(() => import('../admin/AdminPage.tsx')), guarded: true },
  { path: '/samples', Page: lazy(() => import('../front/samples/SamplesPage.tsx')) },
  { path: '/listen', Page: lazy(() => import('../listen/ListenPage.tsx')), prerender: false },
  { path: '/pricing', Page: lazy(() => import('../front/pricing/PricingPage.tsx')) },
  { path: '/contact', Page: lazy(() => import('../front/contact/ContactPage.tsx')) },
  { path: '/privacy', Page: lazy(() => import('../front/legal/PrivacyPage.tsx')) },
  { path: '/terms', Page: lazy(() => import('../front/legal/TermsPage.tsx')) },
  { path: '/refund', Page: lazy(() => import('../front/legal/RefundPage.tsx')) },
];
