import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { podcast } from '#shared/episode.ts';
import { order } from '#shared/order.ts';
import { call } from '../api.ts';

const podcastPage = z.object({
  podcasts: z.array(podcast),
  nextCursor: z.string().nullable().optional(),
});
const orderList = z.object({ orders: z.array(order) });

/** How often a shelf with an episode in the making is asked for again, in ms. */
const LIVE_INTERVAL = 2500;

/** The user's episodes, newest first, page by page; live while one of them is being made. */
export const useTapes = () =>
  useInfiniteQuery({
    queryKey: ['/api/podcasts'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('GET', `/api/podcasts${pageParam && `?cursor=${encodeURIComponent(pageParam)}`}`, {
        schema: podcastPage,
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // A shelf is opened to see what is new on it.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) =>
        page.podcasts.some(({ status }) => status === 'processing'),
      ) && LIVE_INTERVAL,
  });

export const useOrders = () =>
  useQuery({
    queryKey: ['/api/orders'],
    queryFn: ({ signal }) => call('GET', '/api/orders', { schema: orderList, signal }),
    select: ({ orders }) => orders,
    refetchOnMount: 'always',
  });
