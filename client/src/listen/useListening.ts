import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listening } from '#shared/episode.ts';
import { useEpisodeEvents } from '../playback/useEpisodeEvents.ts';

/** An episode in the making is asked for again after so many ms by whoever is not told. */
const ASK_EVERY = 5000;

/**
 * What a link leads to. While it is being made its owner is told how far it is, over the stream that
 * the success page has; whoever holds no more than the link asks now and then.
 */
export function useListening(token: string) {
  const [watched, setWatched] = useState<string | null>(null);
  const isStreaming = useEpisodeEvents(watched, ({ podcast: { status, title } }) => {
    if (status !== episode?.status || title !== episode.title) void listening.refetch();
  });
  const listening = useQuery<Listening>({
    queryKey: ['/api/listen', token],
    refetchInterval: ({ state }) =>
      state.data?.episode.status === 'processing' && !isStreaming ? ASK_EVERY : false,
    // What there is of it may be heard with the screen locked.
    refetchIntervalInBackground: true,
    // The place where the listener stopped is another one by the next visit.
    gcTime: 0,
  });
  const episode = listening.data?.episode;
  const making = episode?.status === 'processing' ? episode.publicId : null;
  if (making !== watched) setWatched(making);
  return listening;
}
