import { setTimeout as wait } from 'node:timers/promises';
import type { Deadlines, ProviderFailure } from '../provider.ts';
import { failureOf } from './failures.ts';

/** How long the provider is waited for, and how often it is asked again. All times in ms. */
export interface RetryPolicy extends Deadlines {
  /** Requests in all for one thing. */
  attempts: number;
  /** The first pause between two of them; each further one is twice as long, up to `longest`. */
  pause: number;
  longest: number;
}

export const usualRetries: RetryPolicy = {
  attempts: 4,
  pause: 500,
  longest: 20_000,
  total: 180_000,
  idle: 45_000,
};

/**
 * Calls until it works, pausing between attempts. Only passing trouble is tried again; when the
 * provider asks for more patience than we have, its failure is thrown at once, with the time it
 * asked for. An abort of `signal` is thrown as it is.
 */
export async function retry<T>(
  patience: RetryPolicy,
  signal: AbortSignal,
  call: () => Promise<T>,
): Promise<T> {
  let declined = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (failure.trouble === 'rejected') declined++;
      if (attempt >= patience.attempts || !triesAgain(failure, declined)) throw failure;
      await pauseAfter(failure, attempt, patience, signal);
    }
  }
}

/**
 * Passing trouble is worth another try. So is a first refusal (`declined` is how many there were):
 * models decline harmless subjects now and then, and think better of it when asked again.
 */
export function triesAgain(failure: ProviderFailure, declined: number): boolean {
  return failure.passing || (failure.trouble === 'rejected' && declined === 1);
}

/** Equal jitter (aws.amazon.com/builders-library, "Timeouts, retries and backoff with jitter"). */
export async function pauseAfter(
  failure: ProviderFailure,
  attempt: number,
  patience: RetryPolicy,
  signal: AbortSignal,
): Promise<void> {
  const asked = failure.retryAfter ?? 0;
  if (asked > patience.longest) throw failure;
  const ceiling = Math.min(patience.longest, patience.pause * 2 ** (attempt - 1));
  const pause = Math.max(asked, ceiling * (0.5 + Math.random() / 2));
  await wait(pause, undefined, { signal });
}
