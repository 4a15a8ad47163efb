import { setTimeout as wait } from 'node:timers/promises';
import { type Deadlines, ProviderFailure, type ProviderTrouble } from './provider.ts';

/** ms. */
interface Waits {
  /** The first pause, doubled each time up to the longest. */
  firstWait: number;
  longestWait: number;
}

export interface RetryPolicy extends Deadlines, Waits {
  /** Calls in all for each kind of failure. A kind that is not named is thrown at once. */
  attempts: Partial<Record<ProviderTrouble, number>>;
}

export async function retry<T>(
  policy: RetryPolicy,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  const counts: Partial<Record<ProviderTrouble, number>> = {};
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
      const { trouble } = error;
      const count = (counts[trouble] ?? 0) + 1;
      counts[trouble] = count;
      if (count >= (policy.attempts[trouble] ?? 0)) throw error;
      await pauseAfter(error, failures, policy, signal);
    }
  }
}

/** Throws the failure when the provider asks for a longer wait than the policy allows. */
export async function pauseAfter(
  failure: ProviderFailure,
  failures: number,
  policy: Waits,
  signal: AbortSignal,
): Promise<void> {
  const { retryAfter = 0 } = failure;
  if (retryAfter > policy.longestWait) throw failure;
  await wait(Math.max(retryAfter, backoff(failures, policy)), undefined, { signal });
}

/** ms, with equal jitter (aws.amazon.com/builders-library, "Timeouts, retries and backoff"). */
export function backoff(failures: number, { firstWait, longestWait }: Waits): number {
  return Math.min(longestWait, firstWait * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
