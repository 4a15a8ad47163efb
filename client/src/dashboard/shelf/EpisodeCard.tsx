import type { EpisodeCardProps } from './cardProps.ts';
import { FailedEpisode } from './FailedEpisode.tsx';
import { FinishedEpisode } from './FinishedEpisode.tsx';
import { UnfinishedEpisode } from './UnfinishedEpisode.tsx';

/** One episode: in production, finished or failed. */
export function EpisodeCard(props: EpisodeCardProps) {
  const { status } = props.podcast;
  if (status === 'failed') return <FailedEpisode {...props} />;
  if (status === 'processing') return <UnfinishedEpisode {...props} />;
  return <FinishedEpisode {...props} />;
}
