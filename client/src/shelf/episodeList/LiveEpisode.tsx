import { useQuery } from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import { partsQuery } from '../../api/listen.ts';
import { playableOfPodcast } from '../../player/deck/playable.ts';
import { useRow } from '../../player/deck/useRow.ts';
import type { EpisodeCardProps } from './cardProps.ts';
import { EpisodeCard } from './EpisodeCard.tsx';

export function LiveEpisode(props: Omit<EpisodeCardProps, 'playback'>) {
  const { podcast } = props;
  const isPlayable = useIsPlayable(podcast);
  const { toggle, ...row } = useRow(isPlayable ? playableOfPodcast(podcast) : null);
  return <EpisodeCard {...props} playback={{ ...row, toggle: isPlayable ? toggle : undefined }} />;
}

/** Finished, or in production with a first part. */
function useIsPlayable({ status, audioUrl, partsUrl }: Podcast): boolean {
  const isMaking = status === 'processing';
  const { data } = useQuery({
    ...partsQuery(partsUrl, 'paused'),
    enabled: isMaking && partsUrl !== null,
  });
  return isMaking ? Boolean(data?.parts.length) : audioUrl !== null;
}
