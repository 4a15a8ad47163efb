import { Problem } from '#shared/problem.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { CircuitBreakers } from './circuitBreakers.ts';
import type { SalesGate } from './salesGate.ts';

export interface PausedTools {
  salesGate: Pick<SalesGate, 'pausedReason'>;
  circuits: Pick<CircuitBreakers, 'refuses'>;
}

/** Throws `Problem('unavailable')` while sales are paused. Orders already paid are still made. */
export async function refuseWhilePaused({
  salesGate,
}: Pick<PausedTools, 'salesGate'>): Promise<void> {
  const reason = await salesGate.pausedReason();
  if (reason) throw new Problem('unavailable', reason);
}

/** Throws `Problem('unavailable')` if the provider refuses our account: that hits every buyer. */
export async function pauseIfRefused(tools: PausedTools, error: unknown): Promise<void> {
  if (!(error instanceof ProviderFailure) || !(await tools.circuits.refuses(error))) return;
  await refuseWhilePaused(tools);
}
