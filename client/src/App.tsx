import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { createQueryClient } from './api.ts';
import { Guarded } from './auth/Guarded.tsx';
import { AuthProvider } from './auth/session.tsx';
import { routes } from './routes.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { Footer } from './shell/Footer.tsx';
import { Header } from './shell/Header.tsx';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { OfflineBanner } from './shell/OfflineBanner.tsx';
import { useScrollToTop } from './shell/scroll.ts';
import { Spinner } from './ui/Spinner.tsx';
import { ToastProvider } from './ui/Toast.tsx';

export function App() {
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

function Screens() {
  const [path] = useLocation();
  useScrollToTop();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:rounded-chip focus:bg-panel focus:p-3"
      >
        Skip to the page
      </a>
      <OfflineBanner />
      <Header />
      {/* As high as the screen from the start, so that the footer never jumps. */}
      <div className="flex min-h-[calc(100dvh-64px)] grow flex-col">
        <ErrorBoundary key={path}>
          <Suspense fallback={<Spinner className="grow" />}>
            <Switch>
              {routes.map(({ path, Page, guarded }) => (
                <Route key={path} path={path}>
                  {guarded ? (
                    <Guarded>
                      <Page />
                    </Guarded>
                  ) : (
                    <Page />
                  )}
                </Route>
              ))}
              <Route component={NotFoundPage} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </div>
      {path !== '/' && <Footer />}
    </div>
  );
}
