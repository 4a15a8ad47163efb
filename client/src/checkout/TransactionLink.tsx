import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import type { Order } from '#shared/order.ts';
import { titles } from '#shared/pages.ts';
import { messageOf } from '../api/client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { NoSuchOrder } from './OrderStates.tsx';

/**
 * `/checkout?_ptxn=`: the payment link Paddle writes into its own letters. It names a transaction;
 * the order behind it is looked up, so that what is paid here ends on the success page like any other.
 */
export function TransactionLink({ transaction }: { transaction: string }) {
  const { data, error, isFetching, refetch } = useQuery<{ orders: Order[] }>({
    queryKey: ['/api/orders?limit=100'],
    staleTime: 0,
  });
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
