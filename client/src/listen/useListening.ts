import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listening } from '#shared/episode.ts';
import { useEpisodeEvents } from '../playback/useEpisodeEvents.ts';

/** Polling interval while the episode is in production and no stream is open, ms. */
const POLL_EVERY = 5000;

/**
 * The episode behind a link. During production its owner follows the event stream; everybody else
 * polls.
 */
export function useListening(token: string) {
  const [watched, setWatched] = useState<string | null>(null);
  const isStreaming = useEpisodeEvents(watched, ({ podcast: { status, title } }) => {
    if (status !== episode?.status || title !== episode.title) void listening.refetch();
  });
  const listening = useQuery<Listening>({
    queryKey: ['/api/listen', token],
    refetchInterval: ({ state }) =>
      state.data?.episode.status === 'processing' && !isStreaming ? POLL_EVERY : false,
    // The finished parts may be playing with the screen locked.
    refetchIntervalInBackground: true,
    // The stored position changes between visits.
    gcTime: 0,
  });
  const episode = listening.data?.episode;
  const inProduction = episode?.status === 'processing' ? episode.publicId : null;
  if (inProduction !== watched) setWatched(inProduction);
  return listening;
}
