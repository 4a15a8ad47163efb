import type { Order } from '#shared/order.ts';
import { anOrder, aVoice } from '../testing/builders.ts';

/** A catalogue of three; the first two sound alike. */
export const voices = [
  aVoice({ name: 'Brian', tags: ['deep'] }),
  aVoice({ name: 'Adam', tags: ['firm'] }),
  aVoice({ name: 'Lily', gender: 'Female', accent: 'British', tags: ['warm'] }),
];

/** The reply of the server to an order. */
export const placed = (own: Partial<Order> = {}) => ({ order: anOrder(own) });

/** A draft that lacks only an email address. */
export const filled = { topic: 'Bees', voice1Id: 'v-brian', voice2Id: 'v-lily' };
