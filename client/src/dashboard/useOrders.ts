import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Podcast } from '#shared/episode.ts';
import { ordersQuery } from '../api/orders.ts';

/** The user's orders, newest first, page by page until each of these episodes has its own. */
export function useOrders(episodes: readonly Podcast[]) {
  const orders = useInfiniteQuery(ordersQuery);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = orders;
  const known = new Set(data?.map(({ podcast }) => podcast?.publicId));
  const needsMore =
    episodes.some(({ publicId }) => !known.has(publicId)) && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return orders;
}
