import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import type { OnMore } from './MoreButton.tsx';
import type { Playback } from './playback.ts';

export type EpisodeCardProps = {
  podcast: Podcast;
  /** Its order, once the orders are known. */
  order: Order | undefined;
  playback: Playback;
  /** Opens the menu of the episode; the preview has none. */
  onMore?: OnMore | undefined;
};
