import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';

export const orderOf = ({ publicId }: Podcast, orders: readonly Order[]): Order | undefined =>
  orders.find(({ podcast }) => podcast?.publicId === publicId);
