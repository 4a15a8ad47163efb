import { useQuery } from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import { finishedQuery } from '../../api/listen.ts';
import { BroughtSwitch } from '../../playback/BroughtSwitch.tsx';

/** Whether everybody sees what the owner brought to an episode, where they brought something. */
export function BroughtSources({ podcast: { publicId, listenUrl } }: { podcast: Podcast }) {
  const token = new URL(listenUrl, location.origin).searchParams.get('episode') ?? '';
  // Not kept for the listen page, which asks where the listener stopped.
  const { data } = useQuery({ ...finishedQuery(token), gcTime: 0 });
  return <BroughtSwitch publicId={publicId} sourcesUrl={data?.episode.sourcesUrl ?? null} />;
}
