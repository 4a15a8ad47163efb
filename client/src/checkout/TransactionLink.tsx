import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { titles } from '#shared/pages.ts';
import { latestOrdersQuery } from '../api/orders.ts';
import { QueryError } from '../shell/QueryError.tsx';
import { Page } from '../ui/Page.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { NoSuchOrder } from './OrderStates.tsx';

/** `/checkout?_ptxn=`: the payment link in Paddle's own emails. Finds the order of the transaction. */
export function TransactionLink({ transaction }: { transaction: string }) {
  const query = useQuery(latestOrdersQuery);
  const order = query.data?.orders.find(({ transactionId }) => transactionId === transaction);

  if (order) return <Redirect to={`/checkout?order=${encodeURIComponent(order.id)}`} replace />;
  if (query.data) return <NoSuchOrder />;
  return (
    <Page title={titles['/checkout']}>
      {query.isError ? (
        <QueryError title="Your order did not arrive" query={query} />
      ) : (
        <Spinner label="Finding your order..." />
      )}
    </Page>
  );
}
