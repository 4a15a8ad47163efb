import type { Db } from '../db/open.ts';
import type { Discounts } from '../discounts/discounts.ts';
import type { Payments } from '../payments/payments.ts';
import type { Queue } from '../production/queue.ts';
import type { Moderator } from '../script/script.ts';

/** What the orders room is given. */
export interface OrderTools {
  db: Db;
  payments: Payments;
  discounts: Discounts;
  moderator: Moderator;
  voices: { find(id: string): Promise<{ id: string; name: string } | null> };
  queue: Pick<Queue, 'enqueue'>;
}

/** Whose order it is: only the id is trusted, the rest of an account is asked of the database. */
export interface Buyer {
  id: number;
}
