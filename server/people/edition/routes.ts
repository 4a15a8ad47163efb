import { houseCostsReply } from '#shared/admin.ts';
import { minutesReply } from '#shared/minutes.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Minutes } from '../../episodes/validation/minutes.ts';
import type { Costs } from '../../supply/costs/costs.ts';
import { houseCosts } from './houseCosts.ts';

export const houseEndpoints = ({
  db,
  costs,
  minutes,
}: {
  db: Db;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
  minutes: Pick<Minutes, 'of' | 'minutesAMonth'>;
}): Endpoint[] => [
  endpoint('GET /api/minutes', {
    summary: 'Minutes that one’s account has ordered this month, and may',
    access: 'signed in',
    reply: minutesReply,
    handle: ({ user }) => minutes.of(user.id),
  }),
  endpoint('GET /api/admin/costs', {
    summary: 'What the house costs, account by account',
    access: 'admin',
    reply: houseCostsReply,
    handle: async () => ({
      costs: await houseCosts({ db, costs, minutesAMonth: minutes.minutesAMonth }),
    }),
  }),
];
