import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { FailedEpisode } from './FailedEpisode.tsx';
import { FinishedEpisode } from './FinishedEpisode.tsx';
import type { OnMore } from './MoreKey.tsx';
import type { Playback } from './playback.ts';
import { UnfinishedEpisode } from './UnfinishedEpisode.tsx';

export type EpisodeCardProps = {
  podcast: Podcast;
  /** Its order, once the orders are known. */
  order: Order | undefined;
  playback: Playback;
  /** Opens the menu of the episode; the preview has none. */
  onMore?: OnMore | undefined;
};

/** One episode: in production, finished or failed. */
export function EpisodeCard(props: EpisodeCardProps) {
  const { status } = props.podcast;
  if (status === 'failed') return <FailedEpisode {...props} />;
  if (status === 'processing') return <UnfinishedEpisode {...props} />;
  return <FinishedEpisode {...props} />;
}
