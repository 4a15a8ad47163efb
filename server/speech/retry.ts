import { setTimeout as wait } from 'node:timers/promises';
import { ProviderFailure } from '../provider.ts';

/** How long passing trouble is put up with before the caller hears of it. Times in milliseconds. */
export interface RetryPolicy {
  /** Calls in all when the provider is busy. */
  busy: number;
  /** Calls in all when it answers with something unusable. */
  broken: number;
  /** The first wait; each further one is twice as long, up to the longest. */
  firstWait: number;
  longestWait: number;
}

/**
 * Calls until it goes well. Trouble that passes is waited out, for as long as the provider asks or
 * longer each time, with jitter so that many callers do not come back together; all other trouble
 * is thrown at once, as is a wait longer than `longestWait` that the provider asked for.
 */
export async function retry<T>(
  patience: RetryPolicy,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  const met = { busy: 0, broken: 0 };
  for (;;) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
      const { trouble, retryAfter = 0 } = error;
      if (trouble !== 'busy' && trouble !== 'broken') throw error;
      met[trouble] += 1;
      if (met[trouble] >= patience[trouble] || retryAfter > patience.longestWait) throw error;
      const backoff = patience.firstWait * 2 ** (met.busy + met.broken - 1);
      const jitter = 0.5 + Math.random() / 2;
      const longest = Math.min(backoff, patience.longestWait) * jitter;
      await wait(Math.max(retryAfter, longest), undefined, { signal });
    }
  }
}
