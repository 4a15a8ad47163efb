import { Problem } from '#shared/problem.ts';
import type { CircuitBreakers } from '../availability/circuitBreakers.ts';
import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import type { SalesGate } from '../availability/salesGate.ts';
import type { Db } from '../db/open.ts';
import type { Discounts } from '../discounts/discounts.ts';
import type { Models } from '../models/models.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Payments } from '../payments/payments.ts';
import type { Finish } from '../podcasts/finish.ts';
import type { Queue } from '../production/queue.ts';
import { ProviderFailure } from '../provider.ts';
import type { Moderator } from '../script/script.ts';

/** What the orders room is given. */
export interface OrderDependencies {
  db: Db;
  payments: Payments;
  discounts: Discounts;
  moderator: Moderator;
  models: Pick<Models, 'current'>;
  voices: { find(id: string): Promise<{ id: string; name: string } | null> };
  salesGate: Pick<SalesGate, 'pausedReason'>;
  circuits: Pick<CircuitBreakers, 'refuses'>;
  alerts: Pick<OperatorAlerts, 'keyEnds'>;
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
export async function refuseWhileClosed({
  salesGate,
}: Pick<OrderDependencies, 'salesGate'>): Promise<void> {
  const reason = await salesGate.pausedReason();
  if (reason) throw new Problem('unavailable', reason);
}

/**
 * What goes wrong where something is sold may be about our own account: then it is the same for
 * everybody, nothing more is sold, and the buyer reads why. Throws `Problem('unavailable')` for that,
 * else nothing.
 */
export async function pauseIfRefused(
  tools: Pick<OrderDependencies, 'salesGate' | 'circuits'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderFailure) || !(await tools.circuits.refuses(error))) return;
  await refuseWhileClosed(tools);
}

/** Whose order it is: only the id is trusted, the rest of an account is asked of the database. */
export interface Buyer {
  id: number;
}
