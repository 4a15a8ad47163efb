import { useQuery } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Health } from '#shared/admin.ts';
import { healthQuery } from '../api/admin.ts';
import { isNotFound } from '../api/client.ts';
import { useSales } from '../api/sales.ts';
import { useAuth } from '../api/session/session.tsx';
import { NotFoundPage } from '../ui/NotFoundPage.tsx';
import { Page } from '../ui/Page.tsx';
import { FlagNote, Moment } from './AdminRow.tsx';
import { useAddress } from './address.ts';
import { LoadingRows } from './Fetched.tsx';
import { dollars } from './format.ts';
import { viewOf, viewsOf } from './views.ts';

/** Other users get the not-found page, as from the server. */
export default function AdminPage() {
  const { user } = useAuth();
  const sells = useSales();
  const { name, title, View } = viewOf(useAddress().get('view'), sells);
  if (user && !user.isAdmin) return <NotFoundPage />;
  return (
    <AdminBoundary>
      <Page title={`${title}, Admin`} layout="content">
        <h1 className="mt-2 mb-2">Admin</h1>
        {user?.isAdmin && <HealthLine />}
        <div className="lg:grid lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-11">
          <ViewNav current={name} />
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

function ViewNav({ current }: { current: string }) {
  const sells = useSales();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector(`[data-view="${current}"]`);
    // `scrollIntoView` would move the page as well.
    if (row.current && chip instanceof HTMLElement) {
      row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
    }
  }, [current]);
  return (
    <nav aria-label="Admin">
      <ul
        ref={row}
        className="relative -mx-5 flex gap-2 overflow-x-auto px-5 py-1 [mask-image:linear-gradient(to_right,transparent,#000_20px,#000_calc(100%-20px),transparent)] [scrollbar-width:none] lg:sticky lg:top-5 lg:mx-0 lg:flex-col lg:gap-1 lg:overflow-visible lg:px-0 lg:[mask-image:none]"
      >
        {viewsOf(sells).map(({ name, title }) => (
          <li key={name} data-view={name} className="shrink-0">
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
