import type { CircuitBreakers } from '../../server/availability/circuitBreakers.ts';
import type { ProviderFailure } from '../../server/provider.ts';
import { capReached, endingOf } from './ending.ts';
import type { Production } from './openProduction.ts';

/** How long a provider that does not count as away may fail for us, ms. */
const PATIENCE = 60_000;

/**
 * Production waits as long as an outage lasts, because a buyer waits for it; whoever runs a command may do
 * so later. `signal` aborts with an `Ending` once a provider is away or refuses us, or nothing may be
 * bought any more today. Production uses the two other tools in place of its own.
 */
export function watchProviders({ circuits, costs, pace }: Production) {
  const stop = new AbortController();
  const failingSince = new Map<string, number>();

  /** Judges a failure that is not the episode's own. */
  async function judge(failure: ProviderFailure): Promise<void> {
    const { provider } = failure;
    const since = failingSince.get(provider) ?? performance.now();
    failingSince.set(provider, since);
    const isLong = performance.now() - since > PATIENCE * pace;
    if (isLong || (await circuits.isOpen(provider))) stop.abort(endingOf(failure));
  }

  const watched: CircuitBreakers = {
    ...circuits,
    async isAway(failure, episode) {
      const isAway = await circuits.isAway(failure, episode);
      if (isAway) await judge(failure);
      return isAway;
    },
    async rejectsAll(failure, account) {
      const isForAll = await circuits.rejectsAll(failure, account);
      if (isForAll) await judge(failure);
      return isForAll;
    },
    async served(provider) {
      failingSince.delete(provider);
      await circuits.served(provider);
    },
  };

  return {
    signal: stop.signal,
    circuits: watched,
    salesGate: {
      async isCapReached() {
        const isReached = await costs.isCapReached();
        if (isReached && costs.cap !== null) stop.abort(capReached(costs.cap));
        return isReached;
      },
    },
  };
}
