import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listenPageQuery } from '../api/listen.ts';
import { useEpisodeEvents } from '../playback/useEpisodeEvents.ts';

/**
 * The episode behind a link. During production its owner follows the event stream; everybody else
 * polls.
 */
export function useListening(token: string) {
  const [watched, setWatched] = useState<string | null>(null);
  const isStreaming = useEpisodeEvents(watched, ({ podcast: { status, title } }) => {
    if (status !== episode?.status || title !== episode.title) void listening.refetch();
  });
  const listening = useQuery(listenPageQuery(token, isStreaming));
  const episode = listening.data?.episode;
  const inProduction = episode?.status === 'processing' ? episode.publicId : null;
  if (inProduction !== watched) setWatched(inProduction);
  return listening;
}
