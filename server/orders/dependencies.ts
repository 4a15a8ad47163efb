import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import type { PausedTools } from '../availability/paused.ts';
import type { Db } from '../db/open.ts';
import type { Discounts } from '../discounts/discounts.ts';
import type { Minutes } from '../house/minutes.ts';
import type { Models } from '../models/models.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Payments } from '../payments/payments.ts';
import type { Finish } from '../podcasts/finish.ts';
import type { Queue } from '../production/queue.ts';
import type { Hosts } from '../requests/hosts.ts';
import type { Moderator } from '../script/script.ts';

export interface OrderDependencies extends PausedTools, Hosts {
  db: Db;
  payments: Payments;
  /** What each account may order where nothing is sold; null where episodes are. */
  minutes: Pick<Minutes, 'check' | 'claim'> | null;
  discounts: Discounts;
  moderator: Moderator;
  models: Pick<Models, 'current'>;
  alerts: Pick<OperatorAlerts, 'keyEnds'>;
  queue: Pick<Queue, 'enqueue'>;
  outbox: Pick<Outbox, 'post' | 'readdress'>;
  finish: Pick<Finish, 'giveUp'>;
  publicUrl: string;
  supportEmail: string;
}

/** The signed-in account. Only its id is trusted; the rest is read from the database. */
export interface Buyer {
  id: number;
}
