import type { EpisodeCardProps } from './cardProps.ts';
import { FailedEpisode } from './FailedEpisode.tsx';
import { FinishedEpisode } from './FinishedEpisode.tsx';
import { UnfinishedEpisode } from './UnfinishedEpisode.tsx';

export function EpisodeCard(props: EpisodeCardProps) {
  const { status } = props.podcast;
  if (status === 'failed') return <FailedEpisode {...props} />;
  if (status === 'processing') return <UnfinishedEpisode {...props} />;
  return <FinishedEpisode {...props} />;
}
