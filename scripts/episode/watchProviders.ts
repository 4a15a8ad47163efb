import type { ProviderFailure } from '../../server/base/kit/provider.ts';
import type { CircuitBreakers } from '../../server/supply/availability/circuitBreakers.ts';
import { capReached, type Ending, endingOf, waitedFor } from './ending.ts';
import type { Production } from './openProduction.ts';

/** The longest that a provider may keep us waiting, ms, whether or not it counts as away. */
const PATIENCE = 60_000;
/** Earlier requests may take this long to arrive, ms: they are paid for, and kept. */
const GRACE = 15_000;

/**
 * Production waits as long as an outage lasts, because a buyer waits; a command can be run again
 * later. `signal` aborts with an `Ending` once a provider is away or refuses us, or the day's
 * spending cap is reached. Production uses the two other tools in place of its own.
 */
export function watchProviders({ circuits, costs, pace }: Production) {
  const stop = new AbortController();
  let isEnding = false;
  function end(ending: Ending): void {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => stop.abort(ending), GRACE).unref();
  }
  const waiting = new Map<string, { since: number; failure: ProviderFailure | null }>();

  /** Whether its circuit breaker is open; `failure` is one that concerns more than this episode. */
  async function judge(provider: string, failure: ProviderFailure | null): Promise<boolean> {
    const isOpen = await circuits.isOpen(provider);
    if (!isOpen && !failure) return false;
    const before = waiting.get(provider);
    const since = before?.since ?? performance.now();
    const last = failure ?? before?.failure ?? null;
    waiting.set(provider, { since, failure: last });
    // It may be open from an earlier run: a probe finds out within this time.
    const isLong = performance.now() - since > PATIENCE * pace;
    if (isLong || (isOpen && last)) end(last ? endingOf(last) : waitedFor(provider));
    return isOpen;
  }

  const watched: CircuitBreakers = {
    ...circuits,
    isOpen: (provider) => judge(provider, null),
    async isAway(failure, episode) {
      const isForAll = await circuits.isAway(failure, episode);
      if (isForAll) await judge(failure.provider, failure);
      return isForAll;
    },
    async rejectsAll(failure, account) {
      const isForAll = await circuits.rejectsAll(failure, account);
      if (isForAll) await judge(failure.provider, failure);
      return isForAll;
    },
    async served(provider) {
      waiting.delete(provider);
      await circuits.served(provider);
    },
  };

  return {
    signal: stop.signal,
    circuits: watched,
    salesGate: {
      async isCapReached() {
        const isReached = await costs.isCapReached();
        if (isReached && costs.cap !== null) end(capReached(costs.cap));
        return isReached;
      },
    },
  };
}
