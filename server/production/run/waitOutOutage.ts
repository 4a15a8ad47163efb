import { setTimeout as pause } from 'node:timers/promises';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { backoff } from '../../base/kit/retry.ts';
import type { Needed } from '../../supply/availability/probes.ts';
import type { Attempt } from './episodeRun.ts';
import { NothingToRestOn } from './failureCause.ts';

const WAITS = { firstWait: 1_000, longestWait: 60_000 };
/** How often an episode checks whether the provider it waits for is back, ms. */
const POLL_EVERY = 2_000;
/** Episodes that waited return to a provider spread over this time, ms. */
const SPREAD = 5_000;

/** Retries of a rejected request while our probe is served: the cause may have been mended. */
const CHANCES = 3;

/** Holds an episode while a provider's circuit breaker is open, so that nothing in hand is lost. */
export function openOutageWait({ work, episodeLog, circuits, pace, signal }: Attempt) {
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
    // Throws if the episode was refunded after a day, even if it was the only one.
    await episodeLog.reread(work);
  }

  return {
    isHeld: (provider: Needed) => held.has(provider),
    served(provider: Needed): void {
      failures.delete(provider);
      void circuits.served(provider);
    },
    /**
     * Resolves when the failed call may be made again. Rejects with the failure if it is the
     * episode's own, with `LeaseLost` if the episode is given up, and with the signal's reason.
     */
    async after(error: unknown): Promise<void> {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure) || (isItsOwn(error) && error.subject)) throw error;
      const { provider } = error;
      const holding = held.get(provider) ?? hold(error).finally(() => held.delete(provider));
      held.set(provider, holding);
      await holding;
    },
  };
}

/** Storage knows no episode. Without a named cause it may still be our configuration. */
const isItsOwn = ({ provider, trouble }: ProviderFailure) =>
  trouble === 'rejected' && provider !== 'S3' && provider !== 'Folder';

/** Exponential backoff, or what the provider asked for; both with jitter. Milliseconds. */
export function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ProviderFailure ? error.retryAfter : undefined;
  return asked ? asked * (1 + Math.random() / 10) : backoff(failures + 1, WAITS);
}

const rejections: Record<string, string> = {
  OpenAI: 'Our hosts couldn’t talk about this topic.',
  ElevenLabs: 'One of the two voices could no longer be recorded.',
};

/** Returns what a buyer reads if an episode or preview can never be made; null if it may be. */
export function rejectionIn(error: unknown): string | null {
  if (error instanceof NothingToRestOn) {
    return 'Your sources were deleted before they could be read, and this was to rest on them alone.';
  }
  if (!(error instanceof ProviderFailure) || !isItsOwn(error)) return null;
  return rejections[error.provider] ?? 'A service we depend on wouldn’t accept this episode.';
}
