import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { type Podcast, podcast } from '#shared/episode.ts';
import { order } from '#shared/order.ts';
import { call } from '../api/client.ts';

const podcastPage = z.object({
  podcasts: z.array(podcast),
  nextCursor: z.string().nullable().optional(),
});
const orderPage = z.object({
  orders: z.array(order),
  nextCursor: z.string().nullable().optional(),
});

/** How often a shelf with an episode in the making is asked for again, in ms. */
const LIVE_INTERVAL = 2500;

type Pages = InfiniteData<z.infer<typeof podcastPage>>;

/** Every list of tapes, whatever was looked for in it. */
export const everyShelf = { queryKey: ['/api/podcasts', 'shelf'] };

/**
 * The user's episodes, newest first, page by page; live while one of them is being made. `q` leaves
 * those that speak of it.
 */
export const useEpisodes = (q: string) =>
  useInfiniteQuery({
    queryKey: [...everyShelf.queryKey, q],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('GET', `/api/podcasts${searchOf({ q, cursor: pageParam })}`, {
        schema: podcastPage,
        signal,
      }),
    // What was found stays while the next word is looked for.
    placeholderData: keepPreviousData,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.podcasts),
    // A shelf is opened to see what is new on it.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) =>
        page.podcasts.some(({ status }) => status === 'processing'),
      ) && LIVE_INTERVAL,
  });

function searchOf(given: { q: string; cursor: string }): string {
  const asked = Object.entries(given).filter(([, value]) => value !== '');
  const written = asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return written.length ? `?${written.join('&')}` : '';
}

/** Puts another episode, or none, in the place of this one on every shelf. */
export function changeEpisode(
  client: QueryClient,
  publicId: string,
  change: (episode: Podcast) => Podcast | null,
): void {
  client.setQueriesData<Pages>(
    everyShelf,
    (shelf) =>
      shelf && {
        ...shelf,
        pages: shelf.pages.map((page) => ({
          ...page,
          podcasts: page.podcasts.flatMap((episode) => {
            if (episode.publicId !== publicId) return [episode];
            const changed = change(episode);
            return changed ? [changed] : [];
          }),
        })),
      },
  );
}

/** The user's orders, newest first, read on until each of these tapes has its own. */
export function useOrders(episodes: readonly Podcast[]) {
  const orders = useInfiniteQuery({
    queryKey: ['/api/orders'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('GET', `/api/orders${pageParam && `?cursor=${encodeURIComponent(pageParam)}`}`, {
        schema: orderPage,
        signal,
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.orders),
    refetchOnMount: 'always',
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = orders;
  const known = new Set(data?.map(({ podcast }) => podcast?.publicId));
  const readOn =
    episodes.some(({ publicId }) => !known.has(publicId)) && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (readOn) void fetchNextPage();
  }, [readOn, fetchNextPage]);
  return orders;
}
