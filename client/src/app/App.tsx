import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { Route, Switch, useLocation, useSearch } from 'wouter';
import { hasPage } from '#shared/pages.ts';
import { createQueryClient } from '../api/client.ts';
import { useConfig } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { AuthProvider, Guarded, useAuth } from '../api/session/session.tsx';
import { PixelGate } from '../api/tracking/PixelGate.tsx';
import { Footer } from '../front/Footer.tsx';
import { OnDeck } from '../player/deck/OnDeck.tsx';
import type { Screen } from '../ui/lazy.ts';
import { NotFoundPage } from '../ui/NotFoundPage.tsx';
import { onFirstUse } from '../ui/onFirstUse.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { ToastProvider } from '../ui/Toast.tsx';
import { routes } from './routes.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { Header } from './shell/Header.tsx';
import { OfflineBanner } from './shell/OfflineBanner.tsx';
import { useScrollToTop } from './shell/scroll.ts';

const pages = routes.map(({ path, Page, guarded }) => ({
  path,
  Frame: guarded ? Guarded : Fragment,
  screen: Page,
  Lazy: lazy(Page.load),
}));

const EmbedPage = lazy(() => import('../listen/EmbedPage.tsx'));

/** A page that has loaded already renders at once, where `lazy` would suspend. */
function Page({ screen, Lazy }: { screen: Screen; Lazy: ComponentType }) {
  const [Loaded] = useState(() => screen.loaded?.default ?? Lazy);
  return <Loaded />;
}

/** `onInteractive` is called once the visitor can press and type. */
export function App({ onInteractive }: { onInteractive?: () => void }) {
  useEffect(() => onInteractive?.(), [onInteractive]);
  useEffect(showTooltipsToMice, []);
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <AuthProvider>
            <Screens />
          </AuthProvider>
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** A finger cannot rest on a button without pressing it. */
function showTooltipsToMice() {
  if (!matchMedia('(hover: hover)').matches) return;
  const load = () => import('../ui/tooltips.ts').then(({ showTooltips }) => showTooltips());
  return onFirstUse(() => void load().catch(() => undefined));
}

function Screens() {
  const [path] = useLocation();
  const search = new URLSearchParams(useSearch());
  const { user, isLoading } = useAuth();
  const sells = useSales();
  const offered = pages.filter(({ path }) => hasPage(path, sells));
  useScrollToTop();
  if (path === '/listen' && search.get('embed') === '1') {
    return (
      <ErrorBoundary>
        <Suspense fallback={<Spinner className="min-h-dvh" />}>
          <EmbedPage />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return (
    <div className="flex min-h-dvh flex-col pb-(--deck-height,0px)">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:rounded-chip focus:bg-panel focus:p-3"
      >
        Skip to content
      </a>
      <PixelGate passesHome={isLoading || user !== null} />
      <OfflineBanner />
      <WrongAddress />
      <Header />
      {/* As high as the screen while something loads, so that the footer does not jump. */}
      <div className="flex grow flex-col has-[.loading]:min-h-[calc(100dvh-64px)]">
        <ErrorBoundary key={path}>
          <Suspense fallback={<Spinner className="grow" />}>
            <Switch>
              {offered.map(({ path, Frame, ...page }) => (
                <Route key={path} path={path}>
                  <Frame>
                    <Page {...page} />
                  </Frame>
                </Route>
              ))}
              <Route component={NotFoundPage} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </div>
      {path !== '/' && <Footer />}
      <OnDeck />
    </div>
  );
}

/** Shown before anything is typed: at another address than its own, a house accepts nothing. */
function WrongAddress() {
  const address = useConfig()?.house?.address;
  const [path] = useLocation();
  const search = useSearch();
  if (!address || address === window.location.origin) return null;
  return (
    <p className="border-b-[1.5px] border-rim bg-panel px-5 py-2.5 text-center text-meta font-semibold">
      This house’s address is {address}.{' '}
      <a
        href={`${address}${path}${search && `?${search}`}`}
        className="underline underline-offset-4"
      >
        Open it there
      </a>
    </p>
  );
}
