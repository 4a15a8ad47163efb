import { minutesReply } from '#shared/minutes.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Minutes } from './minutes.ts';

/** What only a house has. */
export const houseEndpoints = (minutes: Pick<Minutes, 'of'>): Endpoint[] => [
  endpoint('GET /api/minutes', {
    summary: 'Minutes that one’s account has ordered this month, and may',
    access: 'signed in',
    reply: minutesReply,
    handle: ({ user }) => minutes.of(user.id),
  }),
];
