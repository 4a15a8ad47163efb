import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import type { OnMore } from './MoreButton.tsx';
import type { Playback } from './playback.ts';

export type EpisodeCardProps = {
  podcast: Podcast;
  order: Order | undefined;
  playback: Playback;
  onMore?: OnMore | undefined;
};
