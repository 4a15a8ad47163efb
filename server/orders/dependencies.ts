import type { Db } from '../base/db/openDatabase.ts';
import type { Finish } from '../episodes/delivery/finish.ts';
import type { Hosts } from '../episodes/validation/hosts.ts';
import type { Minutes } from '../episodes/validation/minutes.ts';
import type { Outbox } from '../mail/outbox/outbox.ts';
import type { Queue } from '../production/run/episodeQueue.ts';
import type { OperatorAlerts } from '../supply/availability/operatorAlerts.ts';
import type { PausedTools } from '../supply/availability/paused.ts';
import type { Models } from '../supply/scriptModels/scriptModels.ts';
import type { Moderator } from '../writing/script/scriptWriter.ts';
import type { Discounts } from './discounts/discounts.ts';
import type { Payments } from './paddle/payments.ts';

export interface OrderDependencies extends PausedTools, Hosts {
  db: Db;
  payments: Payments;
  /** Null where episodes are sold. */
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

/** Only the id is trusted; the rest is read from the database. */
export interface Buyer {
  id: number;
}
