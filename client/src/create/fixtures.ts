import type { Order } from '#shared/order.ts';
import type { Voice } from '#shared/voices.ts';

const voice = (name: string, gender: Voice['gender'], accent: string, tag: string): Voice => ({
  id: `v-${name.toLowerCase()}`,
  name,
  tags: [tag],
  gender,
  accent,
  description: '',
  thumbnailUrl: '',
  sampleAudioUrl: `/api/voices/${name}/sample.mp3`,
  quality: 'Premium',
});

/** A catalogue of three; the first two sound alike. */
export const voices = [
  voice('Brian', 'Male', 'American', 'deep'),
  voice('Adam', 'Male', 'American', 'firm'),
  voice('Lily', 'Female', 'British', 'warm'),
];

/** What the server says of an order it has placed. */
export const placed = (own: Partial<Order> = {}) => ({
  order: { id: 'o1', status: 'open', ...own },
});

/** A draft that lacks an address only. */
export const filled = { topic: 'Bees', voice1Id: 'v-brian', voice2Id: 'v-lily' };
