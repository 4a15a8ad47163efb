import { setTimeout as pause } from 'node:timers/promises';
import type { ProviderFailure } from '../../server/base/kit/provider.ts';
import type { PodcastRow } from '../../server/episodes/log/lease.ts';
import { tryMachine } from '../../server/production/run/worker.ts';
import { MAX_FAILURES } from '../../server/production/runEpisode.ts';
import { type CircuitBreakers, outages } from '../../server/supply/availability/circuitBreakers.ts';
import { NEEDED } from '../../server/supply/availability/probes.ts';
import type { Production } from '../withProduction.ts';
import { capReached, causeOf, Ending, endingOf, isDiskFull, waitedFor } from './ending.ts';
import { rowOf } from './findOrder.ts';

/** How often an episode that another process makes is looked at, ms. */
const POLL_EVERY = 1_000;

/**
 * A server on the same database makes it while we wait. Throws `Ending`, or the signal's reason.
 */
export async function makeEpisode(
  production: Production,
  { publicId }: Pick<PodcastRow, 'publicId'>,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<PodcastRow> {
  let isSaid = false;
  for (;;) {
    const row = await rowOf(production, publicId);
    if (row?.status === 'completed') return row;
    if (row?.status === 'failed')
      throw new Ending('failed', row.failure ?? 'It could not be made.');
    if (row?.status !== 'processing') throw new Ending('failed', 'The episode was deleted.');
    const { able } = await production.salesGate.producers();
    if (able > 0) {
      if (!isSaid)
        say('A Duologue server uses this database: it makes the episode, and this command waits.');
      isSaid = true;
      await rejectIfAway(production);
      await pause(POLL_EVERY, undefined, { signal });
    } else {
      await makeHere(production, row, say, signal);
    }
  }
}

/** One attempt by this process; ends early if another process has taken the episode over. */
async function makeHere(
  production: Production,
  { id }: PodcastRow,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { signal: away, ...tools } = watchProviders(production);
  let unfit: unknown = null;
  let tries = 0;
  const own = {
    ...tools,
    onFailure(error: unknown) {
      tries += 1;
      say(`Try ${tries} failed (${MAX_FAILURES} without progress end it): ${causeOf(error)}`);
    },
    // The outbox is left to servers.
    outbox: { ...production.outbox, deliver: async () => {} },
    async checkMachine() {
      unfit = await tryMachine(production.audio).then(
        () => null,
        (error: unknown) => error,
      );
      return unfit === null;
    },
  };
  try {
    await production.produce(id, own, AbortSignal.any([signal, away]));
  } catch (error) {
    signal.throwIfAborted();
    away.throwIfAborted();
    if (unfit === null) throw error;
    if (isDiskFull(unfit)) throw unfit;
    throw new Ending('failed', `This machine cannot make episodes: ${causeOf(unfit)}.`);
  }
}

async function rejectIfAway({ db }: Production): Promise<void> {
  const outage = (await outages(db)).find(({ provider }) => NEEDED.some((one) => one === provider));
  if (!outage) return;
  throw new Ending(
    'later',
    `${outage.provider} is away (${outage.message}). The server continues once it is back; run the same command again for the file.`,
  );
}

/** The longest that a provider may keep us waiting, ms, whether or not it counts as away. */
const PATIENCE = 60_000;
/** Earlier requests may take this long to arrive, ms: they are paid for, and kept. */
const GRACE = 15_000;

/**
 * Production waits as long as an outage lasts, because a buyer waits; a command can be run again
 * later. `signal` aborts with an `Ending` once a provider is away or refuses us, or the day's
 * spending cap is reached. Production uses the two other tools in place of its own.
 */
function watchProviders({ circuits, costs, pace }: Production) {
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
