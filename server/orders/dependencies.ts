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
  /** For links in emails. */
  publicUrl: string;
  supportEmail: string;
}

/**
 * Throws `Problem('unavailable')` while sales are paused: we do not sell what we cannot make. Orders
 * paid earlier are kept, and produced as soon as possible.
 */
export async function refuseWhilePaused({
  salesGate,
}: Pick<OrderDependencies, 'salesGate'>): Promise<void> {
  const reason = await salesGate.pausedReason();
  if (reason) throw new Problem('unavailable', reason);
}

/**
 * Pauses sales if `error` says that the provider refuses our own account, which then affects every
 * buyer. Throws `Problem('unavailable')` in that case, and nothing otherwise.
 */
export async function pauseIfRefused(
  tools: Pick<OrderDependencies, 'salesGate' | 'circuits'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ProviderFailure) || !(await tools.circuits.refuses(error))) return;
  await refuseWhilePaused(tools);
}

/** The signed-in account. Only its id is trusted; the rest is read from the database. */
export interface Buyer {
  id: number;
}
