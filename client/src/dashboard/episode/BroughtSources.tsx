import { useQuery } from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import { finishedQuery } from '../../api/listen.ts';
import { BroughtSwitch } from '../../playback/BroughtSwitch.tsx';
import { playableOfPodcast } from '../../playback/deck/playable.ts';

export function BroughtSources({ podcast }: { podcast: Podcast }) {
  // Not kept for the listen page, which asks where the listener stopped.
  const { data } = useQuery({ ...finishedQuery(playableOfPodcast(podcast).token), gcTime: 0 });
  return (
    <BroughtSwitch publicId={podcast.publicId} sourcesUrl={data?.episode.sourcesUrl ?? null} />
  );
}
