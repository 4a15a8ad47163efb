import { setTimeout as pause } from 'node:timers/promises';
import type { CircuitBreakers } from '../availability/circuitBreakers.ts';
import type { SalesGate } from '../availability/salesGate.ts';
import type { Costs } from '../costs/costs.ts';
import { log } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type LeasedEpisode, LeaseLost } from '../podcasts/lease.ts';
import { ProviderFailure } from '../provider.ts';
import { isOfDatabase, isOfMachine } from './failureCause.ts';
import { buyerFor } from './meteredProviders.ts';
import { MixRefused } from './mixEpisode.ts';
import { type Producer, produce } from './produceEpisode.ts';
import { isItsOwn, waitAfter } from './waitOutOutage.ts';

/** Failures of its own, with no progress in between, after which an episode is given up. */
const FAILURES_AT_MOST = 8;

/** What the buyer is told when a provider will not do its part, however often it is asked. */
const rejections: Record<string, string> = {
  OpenAI: 'Our hosts could not talk about this topic.',
  ElevenLabs: 'One of the two voices could not be recorded any more.',
};

/** What making an episode takes beside the providers. */
interface RunTools extends Producer {
  outbox: Outbox;
  salesGate: SalesGate;
  costs: Costs;
  circuits: CircuitBreakers;
  /** Tries whether this machine can make an episode; one that cannot takes its jobs from itself. */
  checkMachine(): Promise<boolean>;
  /** A share of all waits, for tests in a hurry; 1 is the product's own. */
  pace: number;
}

/** This machine cannot make the episode: its job goes back, for whichever instance can. */
class HandBack extends Error {}

/**
 * Works on one episode until it is delivered, given up, or this instance must hand it back (the
 * signal, or a fault of this machine: then it rejects). A crash in between costs nothing: the next
 * taker reads the ledger.
 */
export async function run(podcastId: number, tools: RunTools, signal: AbortSignal): Promise<void> {
  const work = await tools.episodeLog.acquire(podcastId);
  if (!work) return;
  try {
    await persist(work, tools, signal);
    await tools.outbox.deliver();
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log.info({ podcast: podcastId }, 'another worker has taken over');
  }
}

async function persist(work: LeasedEpisode, tools: RunTools, signal: AbortSignal): Promise<void> {
  const providers = buyerFor(work, tools, signal);
  for (
    let stumbles = 0, current = work;
    ;
    stumbles++, current = await tools.episodeLog.reread(work)
  ) {
    try {
      return await produce(current, { ...tools, ...providers }, signal);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      signal.throwIfAborted();
      log.error({ err: error, podcast: work.podcast.id }, 'production stumbled');
      const reason = await reasonToGiveUp(error, work, tools);
      if (reason) return await tools.finish.fail(work, reason);
      await pause(waitAfter(error, stumbles) * tools.pace, undefined, { signal });
    }
  }
}

/**
 * What an episode is given up for; null when it is to be tried again. Only what is neither a
 * provider's outage (`waitOutOutage.ts`) nor the machine's or the database's fault counts against it.
 */
async function reasonToGiveUp(
  error: unknown,
  work: LeasedEpisode,
  tools: RunTools,
): Promise<string | null> {
  if (error instanceof ProviderFailure && isItsOwn(error)) {
    return rejections[error.provider] ?? 'A service we depend on would not take this episode.';
  }
  if (error instanceof MixRefused) return 'The sound did not come out as it has to.';
  if (!(error instanceof ProviderFailure)) {
    if (isOfDatabase(error)) return null;
    if (!(await tools.checkMachine())) throw new HandBack('handed back', { cause: error });
    if (isOfMachine(error)) return null;
  }
  const failures = await tools.episodeLog.countFailure(work);
  return failures >= FAILURES_AT_MOST ? 'A service we depend on kept failing.' : null;
}
