import { setTimeout as pause } from 'node:timers/promises';
import type { Costs } from '../costs/costs.ts';
import { log } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { LeaseLost, type Work } from '../podcasts/lease.ts';
import { ProviderFailure } from '../provider.ts';
import type { Till } from '../till/till.ts';
import { buyerFor } from './buying.ts';
import { MixRefused } from './mix.ts';
import { type Producer, produce } from './produce.ts';

/** Failures of a provider, or of our own, after which an episode is given up. */
const FAILURES_AT_MOST = 8;
const LONGEST_WAIT = 60_000;

/** What the buyer is told when a provider will not do its part, however often it is asked. */
const rejections: Record<string, string> = {
  OpenAI: 'Our hosts could not talk about this topic.',
  ElevenLabs: 'One of the two voices could not be recorded any more.',
};

/** What making an episode takes beside the providers. */
interface Studio extends Producer {
  outbox: Outbox;
  till: Till;
  costs: Costs;
  /** How long to wait before a provider that refused our key or credit is asked again, ms. */
  refusedWait: number;
}

/**
 * Works on one episode until it is delivered, given up, or this instance must hand it back (the
 * signal). A crash in between costs nothing: the next taker reads the ledger.
 */
export async function run(podcastId: number, tools: Studio, signal: AbortSignal): Promise<void> {
  const work = await tools.ledger.take(podcastId);
  if (!work) return;
  try {
    await persist(work, tools, signal);
    await tools.outbox.deliver();
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
    log.info({ podcast: podcastId }, 'another worker has taken over');
  }
}

async function persist(work: Work, tools: Studio, signal: AbortSignal): Promise<void> {
  const buyer = buyerFor(work, tools);
  for (let current = work; ; current = await tools.ledger.reread(work)) {
    try {
      await produce(current, { ...tools, ...buyer }, signal);
      await tools.till.open();
      return;
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      signal.throwIfAborted();
      log.error({ err: error, podcast: work.podcast.id }, 'production stumbled');
      const reason = await reasonToGiveUp(error, work, tools);
      if (reason) {
        await tools.finish.fail(work, reason);
        return;
      }
      await pause(waitAfter(error, current, tools.refusedWait), undefined, { signal });
    }
  }
}

async function reasonToGiveUp(error: unknown, work: Work, tools: Studio): Promise<string | null> {
  if (error instanceof ProviderFailure) {
    if (error.trouble === 'rejected') {
      return rejections[error.provider] ?? 'A service we depend on would not take this episode.';
    }
    // Not this episode's fault: it waits until the operator has mended the account.
    if (error.trouble === 'refused' || error.trouble === 'spent') {
      await tools.till.close(error.provider, error.message);
      return null;
    }
  }
  if (error instanceof MixRefused) return 'The sound did not come out as it has to.';
  const failures = await tools.ledger.countFailure(work);
  return failures >= FAILURES_AT_MOST ? 'A service we depend on kept failing.' : null;
}

/** Exponential backoff with jitter, or what the provider asked for. Milliseconds. */
function waitAfter(error: unknown, { podcast }: Work, refusedWait: number): number {
  if (error instanceof ProviderFailure) {
    if (error.retryAfter) return error.retryAfter;
    if (!error.passing) return refusedWait;
  }
  const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** podcast.attempts);
  return wait * (0.5 + Math.random() / 2);
}
