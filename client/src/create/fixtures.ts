import type { Order } from '#shared/order.ts';
import type { Preview } from '#shared/previews.ts';
import { anOrder, aVoice } from '../testing/builders.ts';

/** A catalogue of three; the first two sound alike. */
export const voices = [
  aVoice({ name: 'Brian', tags: ['deep'] }),
  aVoice({ name: 'Adam', tags: ['firm'] }),
  aVoice({ name: 'Lily', gender: 'Female', accent: 'British', tags: ['warm'] }),
];

export const placed = (own: Partial<Order> = {}) => ({ order: anOrder(own) });

/** A draft that lacks only an email address. */
export const filled = { topic: 'Bees', voice1Id: 'v-brian', voice2Id: 'v-lily' };

export const preview: Preview = {
  id: 'pv1',
  state: 'written',
  title: 'A Hive Is a Decision',
  lines: [{ speaker: 'A', text: 'Who decides where a swarm goes?', start: null }],
  chapters: ['The swarm'],
  sound: { state: 'none', partsUrl: '/media/preview/pv1/parts.json', seconds: null },
  failure: null,
  expiresAt: '2031-01-01T00:00:00.000Z',
};
