import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Order, OrderRequest } from '#shared/order.ts';
import { call, isNotFound, lazySchema, read } from './client.ts';
import { keys } from './keys.ts';
import { paged } from './paged.ts';

const orderReply = lazySchema('orderReply');

/** Never fresh: an order may be paid in another window, expire or be refunded. */
export const orderQuery = (id: string) =>
  queryOptions({ queryKey: keys.order(id), queryFn: read(orderReply), staleTime: 0 });

/** Most payments are known within seconds. `until` counts replies; intervals are in ms. */
const POLL_OFTEN = { until: 20, interval: 1000 };
const POLL_LESS = { until: 60, interval: 3000 };
const POLL_RARELY = 10_000;
const POLL_WHEN_LOST = 4000;
const POLL_REFUND = 15_000;

/** A payment collected as the order expired still counts; its webhook may be on its way. */
export const mayBePaid = ({ status, transactionId }: Order): boolean =>
  status === 'open' || (status === 'expired' && transactionId !== null);

/** Polls the order while it may still be paid; failures are retried in silence. */
export const orderUntilPaidQuery = (id: string) =>
  queryOptions({
    ...orderQuery(id),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (isNotFound(error) || (data && !mayBePaid(data.order))) return false;
      if (error) return POLL_WHEN_LOST;
      if (dataUpdateCount < POLL_OFTEN.until) return POLL_OFTEN.interval;
      return dataUpdateCount < POLL_LESS.until ? POLL_LESS.interval : POLL_RARELY;
    },
  });

export const refundedOrderQuery = (id: string) =>
  queryOptions({
    ...orderQuery(id),
    refetchInterval: ({ state }) => state.data?.order.status !== 'refunded' && POLL_REFUND,
  });

export const ordersQuery = infiniteQueryOptions({
  ...paged('/api/orders', lazySchema('orderPage')),
  queryKey: keys.orders,
  select: ({ pages }) => pages.flatMap((page) => page.orders),
  refetchOnMount: 'always',
});

export const latestOrdersQuery = queryOptions({
  queryKey: ['/api/orders?limit=100'],
  queryFn: read(lazySchema('orderPage')),
  staleTime: 0,
});

/** Fetched at each opening: what became of the money may have changed. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.order(id), 'receipt'],
    queryFn: read(lazySchema('receiptReply')),
    select: ({ receipt }) => receipt,
    staleTime: 0,
  });

export const quoteQuery = (duration: number, discountCode: string) =>
  queryOptions({
    queryKey: ['quote', duration, discountCode],
    queryFn: ({ signal }) => {
      const body = { duration, discountCode };
      return call('POST', '/api/quotes', { body, schema: lazySchema('quote'), signal });
    },
  });

/** The same key gets the order that it got before. */
export async function sendOrder(body: OrderRequest, idempotencyKey: string): Promise<Order> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  const { order } = await call('POST', '/api/orders', { body, headers, schema: orderReply });
  return order;
}

export const startCheckout = mutationOptions({
  mutationFn: (orderId: string) =>
    call('POST', `${keys.order(orderId).join('/')}/checkout`, {
      schema: lazySchema('checkoutReply'),
    }),
});

export const changeOrderEmail = (orderId: string, email: string) =>
  call('PATCH', keys.order(orderId).join('/'), { body: { email } });
