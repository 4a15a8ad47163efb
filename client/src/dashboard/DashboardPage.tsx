import { useAuth } from '../auth/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Dock } from '../ui/Dock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { Shelf } from './Shelf.tsx';
import { useOrders } from './tapes.ts';
import { greeting } from './words.ts';

export default function DashboardPage() {
  const { user } = useAuth();
  const orders = useOrders();
  return (
    <Page title="Dashboard" className="flex flex-col pt-2 pb-0! lg:max-w-180">
      <h1>{greeting(user?.firstName ?? null, new Date())}</h1>
      {orders.isError && !orders.data && (
        <ErrorState
          title="We couldn’t fetch your open orders"
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      )}
      <OpenOrders orders={orders.data ?? []} />
      <Shelf orders={orders.data ?? []} />
      <div className="grow" />
      <Dock>
        <Button kind="main" wide href="/create">
          New episode
        </Button>
      </Dock>
    </Page>
  );
}
