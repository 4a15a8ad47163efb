import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { titles } from '#shared/pages.ts';
import { isNotFound } from '../api/client.ts';
import { latestOrdersQuery, orderQuery } from '../api/orders.ts';
import { QueryError } from '../api/QueryError.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { OpenOrder } from './OpenOrder.tsx';
import { GoneOrder, NoSuchOrder } from './OrderStates.tsx';

export default function CheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('order');
  // From Paddle's default payment link; kept because finding its order changes the address.
  const [transaction] = useState(() => search.get('_ptxn'));

  if (id) return <Checkout key={id} id={id} openAtOnce={transaction !== null} />;
  if (transaction) return <TransactionLink transaction={transaction} />;
  return <NoSuchOrder />;
}

function Checkout({ id, openAtOnce }: { id: string; openAtOnce: boolean }) {
  const query = useQuery({
    ...orderQuery(id),
    // It may have been paid in another window, or have expired while this one slept.
    refetchOnWindowFocus: 'always',
  });
  const order = query.data?.order;
  const [wasOpen, setWasOpen] = useState(false);
  if (order?.status === 'open' && !wasOpen) setWasOpen(true);

  // The order's hour may end while it is being paid.
  const isPayable = order?.status === 'open' || (order?.status === 'expired' && wasOpen);
  if (order && isPayable) return <OpenOrder order={order} openAtOnce={openAtOnce} />;
  if (order?.status === 'paid') {
    return <Redirect to={`/success?order=${encodeURIComponent(id)}`} replace />;
  }
  if (order) return <GoneOrder order={order} />;
  if (isNotFound(query.error)) return <NoSuchOrder />;
  return (
    <Page title={titles['/checkout']}>
      <h1 className="mt-2 mb-5">One last look</h1>
      {query.isError ? (
        <QueryError title="We couldn’t load your order" query={query} />
      ) : (
        <div className="flex flex-col gap-7">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-32" />
        </div>
      )}
    </Page>
  );
}

/** `/checkout?_ptxn=` is the payment link in Paddle's own emails. */
function TransactionLink({ transaction }: { transaction: string }) {
  const query = useQuery(latestOrdersQuery);
  const order = query.data?.orders.find(({ transactionId }) => transactionId === transaction);

  if (order) return <Redirect to={`/checkout?order=${encodeURIComponent(order.id)}`} replace />;
  if (query.data) return <NoSuchOrder />;
  return (
    <Page title={titles['/checkout']}>
      {query.isError ? (
        <QueryError title="We couldn’t load your order" query={query} />
      ) : (
        <Spinner label="Finding your order..." />
      )}
    </Page>
  );
}
