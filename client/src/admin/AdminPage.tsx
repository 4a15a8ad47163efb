import { useQuery } from '@tanstack/react-query';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import type { Health } from '#shared/admin.ts';
import { healthQuery } from '../api/admin.ts';
import { isNotFound } from '../api/client.ts';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { NotFoundPage } from '../ui/NotFoundPage.tsx';
import { Page } from '../ui/Page.tsx';
import { useAddress } from './address.ts';
import { dollars } from './format.ts';
import { FlagNote, LoadingRows, Moment } from './parts.tsx';

/** `ifSells`: only where episodes are sold, or only where nothing is. */
type View = [name: string, title: string, View: ComponentType, ifSells?: boolean];

/** The first one is shown at `/admin`. */
const VIEWS: View[] = [
  ['codes', 'Discount codes', lazy(() => import('./CodesView.tsx')), true],
  ['orders', 'Orders', lazy(() => import('./OrdersView.tsx')), true],
  ['events', 'Payment events', lazy(() => import('./EventsView.tsx')), true],
  ['episodes', 'Episodes', lazy(() => import('./EpisodesView.tsx'))],
  ['costs', 'Costs', lazy(() => import('./CostsView.tsx')), false],
  ['messages', 'Messages', lazy(() => import('./MessagesView.tsx'))],
  ['users', 'Users', lazy(() => import('./UsersView.tsx'))],
  ['sales', 'Sales', lazy(() => import('./SalesView.tsx')), true],
  ['providers', 'Providers', lazy(() => import('./ProvidersView.tsx'))],
  ['audit', 'Audit', lazy(() => import('./AuditView.tsx'))],
];

/** Other users get the not-found page, as from the server. */
export default function AdminPage() {
  const { user } = useAuth();
  const sells = useSales();
  const views = VIEWS.filter(([, , , ifSells = sells]) => ifSells === sells);
  const asked = useAddress().get('view');
  const view = views.find(([name]) => name === asked) ?? views[0];
  if (!view || (user && !user.isAdmin)) return <NotFoundPage />;
  const [name, title, View] = view;
  return (
    <AdminBoundary>
      <Page title={`${title}, Admin`} layout="content">
        <h1 className="mt-2 mb-2">Admin</h1>
        {user?.isAdmin && <HealthLine />}
        <div className="lg:grid lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-11">
          <ViewNav views={views} current={name} />
          <section aria-labelledby="view" className="relative mt-5 min-w-0 lg:mt-0">
            {/* On phones the chip above says it. */}
            <h2 id="view" className="mb-4 max-lg:sr-only">
              {title}
            </h2>
            <Suspense fallback={<LoadingRows />}>
              {/* Only for admins: nobody else's page sends these requests. */}
              {user?.isAdmin ? <View key={name} /> : <LoadingRows />}
            </Suspense>
          </section>
        </div>
      </Page>
    </AdminBoundary>
  );
}

/** Shows the not-found page once a view gets a 404: the admin role was taken away. */
class AdminBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isNotFound(error)) return <NotFoundPage />;
    throw error;
  }
}

function HealthLine() {
  const { data } = useQuery(healthQuery);
  // Reserves one line, so that nothing moves when it arrives.
  return <div className="mb-5 min-h-6 text-meta">{data && <State health={data.health} />}</div>;
}

function State({ health: { selling, producing, outages, spentToday, cap } }: { health: Health }) {
  const sells = useSales();
  const nothing = sells ? 'Nothing is sold' : 'Nothing is made';
  const spent = `${dollars(spentToday)} spent today${cap === null ? '' : ` of ${dollars(cap)}`}`;
  const mail = outages.find(({ provider }) => provider === 'SMTP');
  const others = outages.filter((outage) => outage !== mail);
  return (
    <>
      {selling && (
        <p className="text-soft">
          {sells ? 'Open for orders' : 'The studio is open'}. {spent}.
        </p>
      )}
      {(!selling || mail) && (
        <div role="status">
          {mail && (
            <FlagNote>
              Emails are waiting: the mail server has{' '}
              {mail.reason === 'away' ? 'been away' : 'refused us or them'} since{' '}
              <Moment at={mail.since} />. None are lost. “{mail.message}”
            </FlagNote>
          )}
          {others.map(({ provider, reason, message, since }) => (
            <FlagNote key={provider}>
              {nothing}: {provider} has {reason === 'away' ? 'been away' : 'refused us'} since{' '}
              <Moment at={since} />. “{message}”
            </FlagNote>
          ))}
          {!selling && !producing && (
            <FlagNote>
              {nothing}: no instance can make episodes. See /readyz and the log of each one for the
              reason.
            </FlagNote>
          )}
          {!selling && producing && others.length === 0 && (
            <FlagNote>
              {nothing} until midnight UTC: the day’s cap is reached. {spent}.
            </FlagNote>
          )}
        </div>
      )}
    </>
  );
}

/** `scrollIntoView` would move the page as well. */
function scrollToMiddle(chip: HTMLElement | null): void {
  const row = chip?.parentElement;
  if (!chip || !row) return;
  row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
}

function ViewNav({ views, current }: { views: View[]; current: string }) {
  return (
    <nav aria-label="Admin">
      <ul className="relative -mx-5 flex gap-2 overflow-x-auto px-5 py-1 [mask-image:linear-gradient(to_right,transparent,#000_20px,#000_calc(100%-20px),transparent)] [scrollbar-width:none] lg:sticky lg:top-5 lg:mx-0 lg:flex-col lg:gap-1 lg:overflow-visible lg:px-0 lg:[mask-image:none]">
        {views.map(([name, title]) => (
          <li key={name} ref={name === current ? scrollToMiddle : null} className="shrink-0">
            <Link
              href={`/admin?view=${name}`}
              aria-current={name === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-chip border-2 border-line px-4 font-semibold whitespace-nowrap text-soft aria-[current=page]:border-ink aria-[current=page]:bg-well aria-[current=page]:font-bold aria-[current=page]:text-ink lg:border-0 lg:aria-[current=page]:bg-panel lg:aria-[current=page]:shadow-pit"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
