import { type ComponentType, lazy } from 'react';

type Route = {
  path: string;
  Page: ComponentType;
  /** Only for whoever is signed in. */
  guarded?: boolean;
};

/** Every screen and the address it answers to; all load when they are first asked for. */
export const routes: Route[] = [
  { path: '/', Page: lazy(() => import('./home/HomePage.tsx')) },
  { path: '/auth', Page: lazy(() => import('./auth/AuthPage.tsx')) },
  { path: '/forgot-password', Page: lazy(() => import('./auth/ForgotPasswordPage.tsx')) },
  { path: '/reset-password', Page: lazy(() => import('./auth/ResetPasswordPage.tsx')) },
  { path: '/create', Page: lazy(() => import('./create/CreatePage.tsx')) },
  { path: '/checkout', Page: lazy(() => import('./checkout/CheckoutPage.tsx')), guarded: true },
  { path: '/success', Page: lazy(() => import('./checkout/SuccessPage.tsx')), guarded: true },
  { path: '/dashboard', Page: lazy(() => import('./dashboard/DashboardPage.tsx')), guarded: true },
  { path: '/listen', Page: lazy(() => import('./listen/ListenPage.tsx')) },
  { path: '/pricing', Page: lazy(() => import('./pricing/PricingPage.tsx')) },
  { path: '/contact', Page: lazy(() => import('./contact/ContactPage.tsx')) },
  { path: '/privacy', Page: lazy(() => import('./legal/PrivacyPage.tsx')) },
  { path: '/terms', Page: lazy(() => import('./legal/TermsPage.tsx')) },
  { path: '/refund', Page: lazy(() => import('./legal/RefundPage.tsx')) },
];
