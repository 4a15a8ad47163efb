import { useAuth } from '../auth/session.tsx';
import { Button } from '../ui/Button.tsx';
import { Dock } from '../ui/Dock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { LoadingShelf } from './LoadingShelf.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { Shelf } from './Shelf.tsx';
import { useOrders, useTapes } from './tapes.ts';
import { greeting } from './words.ts';

export default function DashboardPage() {
  const { user } = useAuth();
  const orders = useOrders();
  const tapes = useTapes();
  return (
    <Page title="Dashboard" className="flex flex-col pt-2 pb-0! lg:max-w-180">
      <h1>{greeting(user?.firstName ?? null, new Date())}</h1>
      {orders.isPending || tapes.isPending ? (
        // Both at once: an open order that came later would push the tapes down.
        <LoadingShelf />
      ) : (
        <>
          {orders.data ? (
            <OpenOrders orders={orders.data} />
          ) : (
            <ErrorState
              title="We couldn’t fetch your open orders"
              onRetry={() => void orders.refetch()}
              retrying={orders.isFetching}
            />
          )}
          <Shelf tapes={tapes} orders={orders.data ?? []} />
        </>
      )}
      <div className="grow" />
      <Dock>
        <Button kind="main" wide href="/create">
          New episode
        </Button>
      </Dock>
    </Page>
  );
}
