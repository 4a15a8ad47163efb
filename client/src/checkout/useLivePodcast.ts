import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNotFound } from '../api/client.ts';
import { livePodcastQuery } from '../api/podcasts.ts';
import { useEpisodeEvents } from '../playback/useEpisodeEvents.ts';

/**
 * The episode while it is being made: from the event stream, or by polling where there is none. A lost
 * connection keeps showing what was known last.
 */
export function useLivePodcast(publicId: string) {
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const isStreaming = useEpisodeEvents(isOver ? null : publicId, async (event) => {
    const { queryKey } = livePodcastQuery(publicId, true);
    // A reply under way is older than the event.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, event);
  });
  const live = useQuery(livePodcastQuery(publicId, isStreaming));
  const status = live.data?.podcast.status;
  const isDone = (status !== undefined && status !== 'processing') || isNotFound(live.error);
  if (isDone !== isOver) setOver(isDone);
  return live;
}
