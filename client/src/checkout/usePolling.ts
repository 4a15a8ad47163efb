import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { ApiError } from '../api/client.ts';
import { useEpisodeEvents } from '../playback/useEpisodeEvents.ts';

/** Most payments are known within seconds; after these (ms) we ask less often. */
const ASK_AFTER = { first: 1000, later: 3000, late: 10_000 };
const ASK_OFTEN = 20;
const ASK_LATER = 60;

const PROGRESS_EVERY = 2000;
/** A failed episode may be taken up again. */
const FAILED_EVERY = 15_000;
/** Nobody answers: we keep asking, quietly. */
const LOST_EVERY = 4000;

/** Not there, or not for this buyer. */
export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * What Paddle collected in the last second of the order's hour, or later, is paid all the same; only
 * the word of it is still on its way.
 */
export const mayBePaid = ({ status, transactionId }: Order): boolean =>
  status === 'open' || (status === 'expired' && transactionId !== null);

/** The order, asked for as long as it may come to be paid. Failures are asked over, in silence. */
export function useOrderUntilPaid(id: string) {
  return useQuery<{ order: Order }>({
    queryKey: ['/api/orders', id],
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (isGone(state.error)) return false;
      if (state.data && !mayBePaid(state.data.order)) return false;
      if (state.error) return LOST_EVERY;
      if (state.dataUpdateCount < ASK_OFTEN) return ASK_AFTER.first;
      return state.dataUpdateCount < ASK_LATER ? ASK_AFTER.later : ASK_AFTER.late;
    },
  });
}

/**
 * The episode while it is being made: the server tells, and where it cannot, we ask. A lost
 * connection shows what was known last.
 */
export function useLivePodcast(publicId: string) {
  const client = useQueryClient();
  const queryKey = ['/api/podcasts', publicId];
  const [isOver, setOver] = useState(false);
  const isStreaming = useEpisodeEvents(isOver ? null : publicId, async (told) => {
    // An answer that is still on its way knows less.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, told);
  });
  const live = useQuery<{ podcast: Podcast }>({
    queryKey,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (isGone(state.error)) return false;
      const status = state.data?.podcast.status;
      if (status === 'completed') return false;
      if (state.error) return LOST_EVERY;
      if (status === 'failed') return FAILED_EVERY;
      return isStreaming ? false : PROGRESS_EVERY;
    },
  });
  const status = live.data?.podcast.status;
  const isDone = (status !== undefined && status !== 'processing') || isGone(live.error);
  if (isDone !== isOver) setOver(isDone);
  return live;
}

/** The order of an episode that failed, until the money is back. */
export function useOrderMoney(id: string) {
  return useQuery<{ order: Order }>({
    queryKey: ['/api/orders', id],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.order.status !== 'refunded' && FAILED_EVERY,
  });
}
