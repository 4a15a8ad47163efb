import { Component, type ReactNode, Suspense } from 'react';
import { isNotFound } from '../api/client.ts';
import { useAuth } from '../auth/session.tsx';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';
import { Page } from '../ui/Page.tsx';
import { useAddress } from './address.ts';
import { HealthLine } from './HealthLine.tsx';
import { LoadingRows } from './LoadingRows.tsx';
import { ViewNav } from './ViewNav.tsx';
import { viewOf } from './views.ts';

/** The admin pages; other users get the not-found page, as from the server. */
export default function AdminPage() {
  const { user } = useAuth();
  const { name, title, View } = viewOf(useAddress().get('view'));
  if (user && !user.isAdmin) return <NotFoundPage />;
  return (
    <AdminBoundary>
      <Page title={`${title}, Admin`} layout="content">
        <h1 className="mt-2 mb-2">Admin</h1>
        {user?.isAdmin && <HealthLine />}
        <div className="lg:grid lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-11">
          <ViewNav current={name} />
          <section aria-labelledby="view" className="relative mt-5 min-w-0 lg:mt-0">
            <h2 id="view" className="mb-4">
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

/** Shows the not-found page as soon as a view is answered with 404: the admin role was taken away. */
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
