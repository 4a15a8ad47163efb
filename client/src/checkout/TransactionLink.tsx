import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { titles } from '#shared/pages.ts';
import { messageOf } from '../api/client.ts';
import { latestOrdersQuery } from '../api/orders.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { NoSuchOrder } from './OrderStates.tsx';

/** `/checkout?_ptxn=`: the payment link in Paddle's own emails. Finds the order of the transaction. */
export function TransactionLink({ transaction }: { transaction: string }) {
  const { data, error, isFetching, refetch } = useQuery(latestOrdersQuery);
  const order = data?.orders.find(({ transactionId }) => transactionId === transaction);

  if (order) return <Redirect to={`/checkout?order=${encodeURIComponent(order.id)}`} replace />;
  if (data) return <NoSuchOrder />;
  return (
    <Page title={titles['/checkout']}>
      {error ? (
        <ErrorState
          title="Your order did not arrive"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {messageOf(error)}
        </ErrorState>
      ) : (
        <Spinner label="Finding your order..." />
      )}
    </Page>
  );
}
