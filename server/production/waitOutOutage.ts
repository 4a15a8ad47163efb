import { setTimeout as pause } from 'node:timers/promises';
import type { CircuitBreakers } from '../availability/circuitBreakers.ts';
import type { Needed } from '../availability/probes.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import { ProviderFailure } from '../provider.ts';

const LONGEST_WAIT = 60_000;
/** How often those who wait for a provider look whether it is back, ms. */
const POLL_EVERY = 2_000;
/** Those who waited for a provider come back to it spread over this time, ms. */
const SPREAD = 5_000;

/**
 * How often what was rejected is asked for again although our neutral request is served: what was
 * wrong may have been put right between the two.
 */
const CHANCES = 3;

/** Holds an episode where it is while a provider is away, so that nothing it has in hand is lost. */
export interface OutageWait {
  /**
   * Resolves when the call that failed so may be made again: all calls of the episode to the same
   * provider wait as one. Rejects with the failure when it is the episode's own, with `LeaseLost`
   * when the episode is given up meanwhile, and with the signal's reason.
   */
  after(error: unknown): Promise<void>;
  /** The provider has done what it was asked for. */
  served(provider: Needed): void;
  /** True while calls to this provider wait. */
  isHeld(provider: Needed): boolean;
}

/** `pace` is a share of all waits, for tests in a hurry; 1 is the product's own. */
export function openOutageWait(
  work: LeasedEpisode,
  tools: { episodeLog: Pick<EpisodeLog, 'reread'>; circuits: CircuitBreakers; pace: number },
  signal: AbortSignal,
): OutageWait {
  const { episodeLog, circuits, pace } = tools;
  const held = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();
  const rejections = new Map<string, number>();
  const wait = (milliseconds: number) => pause(milliseconds * pace, undefined, { signal });

  const { publicId, userId } = work.podcast;
  const isForAll = (failure: ProviderFailure) =>
    isItsOwn(failure)
      ? circuits.rejectsAll(failure, String(userId ?? publicId))
      : circuits.isAway(failure, publicId);

  async function hold(failure: ProviderFailure): Promise<void> {
    const { provider } = failure;
    const count = failures.get(provider) ?? 0;
    if (!(await isForAll(failure))) {
      const chances = isItsOwn(failure) ? (rejections.get(provider) ?? 0) : CHANCES;
      if (chances >= CHANCES) throw failure;
      rejections.set(provider, chances + 1);
      return wait(waitAfter(failure, count));
    }
    failures.set(provider, count + 1);
    let wasOpen = false;
    while (await circuits.isOpen(provider)) {
      wasOpen = true;
      await episodeLog.reread(work);
      await wait(POLL_EVERY);
    }
    await wait(wasOpen ? Math.random() * SPREAD : waitAfter(failure, count));
    // After a day it is paid back, however few others met the same.
    await episodeLog.reread(work);
  }

  return {
    isHeld: (provider) => held.has(provider),
    served(provider) {
      failures.delete(provider);
      void circuits.served(provider);
    },
    async after(error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure) || (isItsOwn(error) && error.subject)) throw error;
      const { provider } = error;
      const holding = held.get(provider) ?? hold(error).finally(() => held.delete(provider));
      held.set(provider, holding);
      await holding;
    },
  };
}

/**
 * What the model or the voices will not do for this episode; the bucket does not know what it keeps.
 * Where they name no cause it may still be a fault of our configuration (`Circuits.rejectsAll`).
 */
export const isItsOwn = ({ provider, trouble }: ProviderFailure) =>
  trouble === 'rejected' && provider !== 'S3';

/** Exponential backoff, or what the provider asked for; both with jitter. Milliseconds. */
export function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ProviderFailure ? error.retryAfter : undefined;
  if (asked) return asked * (1 + Math.random() / 10);
  return Math.min(LONGEST_WAIT, 1000 * 2 ** failures) * (0.5 + Math.random() / 2);
}
