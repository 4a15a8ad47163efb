import { Problem } from '#shared/problem.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { CircuitBreakers } from './circuitBreakers.ts';
import type { SalesGate } from './salesGate.ts';

export interface PausedTools {
  salesGate: Pick<SalesGate, 'pausedReason'>;
  circuits: Pick<CircuitBreakers, 'refuses'>;
}

/**
 * Throws `Problem('unavailable')` while sales are paused: we do not sell what we cannot make. Orders
 * paid earlier are kept, and produced as soon as possible.
 */
export async function refuseWhilePaused({
  salesGate,
}: Pick<PausedTools, 'salesGate'>): Promise<void> {
  const reason = await salesGate.pausedReason();
  if (reason) throw new Problem('unavailable', reason);
}

/**
 * Pauses sales if `error` says that the provider refuses our own account, which then affects every
 * buyer. Throws `Problem('unavailable')` in that case, and nothing otherwise.
 */
export async function pauseIfRefused(tools: PausedTools, error: unknown): Promise<void> {
  if (!(error instanceof ProviderFailure) || !(await tools.circuits.refuses(error))) return;
  await refuseWhilePaused(tools);
}
