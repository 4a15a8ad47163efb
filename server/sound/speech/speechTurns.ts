import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../../base/kit/log.ts';
import { type Deadlines, ProviderFailure } from '../../base/kit/provider.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import type { Ask, Call } from './calls.ts';
import { type Limiter, openLimiter } from './concurrencyLimiter.ts';
import type { Shares, SpeechRequest } from './speech.ts';

export interface TurnOptions {
  /** For the whole account. */
  concurrency: number;
  /** Without it this process has the whole account. */
  shares?: Shares;
  patience?: Partial<RetryPolicy>;
}

/** Waits up to a minute and a half in all; after that the episode waits as a whole. */
export const retryPolicyOf = ({ patience }: TurnOptions): RetryPolicy => ({
  attempts: { busy: 10, broken: 4 },
  firstWait: 500,
  longestWait: 20_000,
  total: 120_000,
  idle: 30_000,
  ...patience,
});

/** Too many of our calls were in flight; the provider may name its limit. */
export interface Crowding {
  allowed: number | null;
}

interface TurnTools<Sdk> extends TurnOptions {
  call: Call<Sdk>;
  crowdingOf(failure: ProviderFailure): Crowding | null;
}

export function openTurns<Sdk>(tools: TurnTools<Sdk>) {
  const { call, crowdingOf, shares } = tools;
  const patience = retryPolicyOf(tools);
  const limiter = openLimiter(tools.concurrency);
  const claimShare = shares ? claimWhileBusy(limiter, shares) : () => {};

  return {
    /** Repeats the request, each time in its turn, until it succeeds or fails for good. */
    request<T>(
      { episode = randomUUID(), beforeBuying }: SpeechRequest,
      ask: Ask<Sdk, T>,
      signal: AbortSignal,
      limits: Deadlines = patience,
    ): Promise<T> {
      const ticket = limiter.queue(episode);
      return retry(patience, signal, () => {
        const spoken = limiter.run(ticket, signal, async ({ tooMany }) => {
          await beforeBuying?.();
          return call(signal, ask, limits).catch((error: unknown) => {
            const crowding = error instanceof ProviderFailure ? crowdingOf(error) : null;
            const allowed = crowding?.allowed ?? Number.POSITIVE_INFINITY;
            if (allowed < limiter.learnt) limiter.learn(allowed);
            else if (crowding) tooMany();
            throw error;
          });
        });
        claimShare();
        return spoken;
      });
    },
    learn(allowed: number | null): void {
      if (allowed !== null) limiter.learn(allowed);
    },
  };
}

/** ms between two claims while there is work. */
const AGAIN = 1_000;

/**
 * Keeps the limiter at our share while there are calls; call the result whenever there is work.
 * Until the first claim is answered one call may be made; while claims fail, the last share stays.
 */
export function claimWhileBusy(limiter: Limiter, shares: Shares): () => void {
  let busy = false;
  limiter.setShare({ mine: 1, of: limiter.learnt });

  async function keep(): Promise<void> {
    do {
      while (limiter.episodes) {
        await attempt(async () => {
          limiter.setShare(await shares.claim(limiter.episodes, limiter.learnt));
        });
        await pause(AGAIN, undefined, { ref: false });
      }
      // Other processes may have started by the time there is work again.
      limiter.setShare({ mine: 1, of: limiter.learnt });
      await attempt(() => shares.release());
    } while (limiter.episodes);
    busy = false;
  }

  return () => {
    if (busy) return;
    busy = true;
    void keep();
  };
}

async function attempt(what: () => Promise<void>): Promise<void> {
  await what().catch((error) => log.warn({ err: error }, 'the account could not be divided'));
}
