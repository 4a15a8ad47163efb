import { Problem } from '#shared/problem.ts';
import type { Db } from '../db/open.ts';
import type { Discounts } from '../discounts/discounts.ts';
import type { Models } from '../models/models.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Payments } from '../payments/payments.ts';
import type { Finish } from '../podcasts/finish.ts';
import type { Queue } from '../production/queue.ts';
import { ProviderFailure } from '../provider.ts';
import type { Moderator } from '../script/script.ts';
import type { Alarm } from '../till/alarm.ts';
import type { Circuits } from '../till/circuits.ts';
import type { Till } from '../till/till.ts';

/** What the orders room is given. */
export interface OrderTools {
  db: Db;
  payments: Payments;
  discounts: Discounts;
  moderator: Moderator;
  models: Pick<Models, 'current'>;
  voices: { find(id: string): Promise<{ id: string; name: string } | null> };
  till: Pick<Till, 'whyClosed'>;
  circuits: Pick<Circuits, 'refuses'>;
  alarm: Pick<Alarm, 'keyEnds'>;
  queue: Pick<Queue, 'enqueue'>;
  outbox: Pick<Outbox, 'post' | 'readdress'>;
  finish: Pick<Finish, 'giveUp'>;
  /** For letters. */
  publicUrl: string;
  supportEmail: string;
}

/**
 * We do not sell what we cannot make. Throws `Problem('unavailable')` while the till is closed;
 * what was paid before is kept and made as soon as it can be.
 */
export async function refuseWhileClosed({ till }: Pick<OrderTools, 'till'>): Promise<void> {
  const reason = await till.whyClosed();
  if (reason) throw new Problem('unavailable', reason);
}

/**
 * What goes wrong where something is sold may be about our own account: then it is the same for
 * everybody, nothing more is sold, and the buyer reads why. Throws `Problem('unavailable')` for that,
 * else nothing.
 */
export async function pauseIfRefused(
  tools: Pick<OrderTools, 'till' | 'circuits'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderFailure) || !(await tools.circuits.refuses(error))) return;
  await refuseWhileClosed(tools);
}

/** Whose order it is: only the id is trusted, the rest of an account is asked of the database. */
export interface Buyer {
  id: number;
}
