import { randomUUID } from 'node:crypto';
import { type Deadlines, ProviderFailure } from '../../base/kit/provider.ts';
import { type RetryPolicy, retry } from '../../base/kit/retry.ts';
import type { Ask, Call } from './calls.ts';
import { claimWhileBusy } from './claimConcurrency.ts';
import { type Feedback, openLimiter } from './concurrencyLimiter.ts';
import type { Shares, SpeechRequest } from './speech.ts';

export interface TurnOptions {
  /** For the whole account. */
  concurrency: number;
  /** Without it this process has the whole account. */
  shares?: Shares;
  patience?: Partial<RetryPolicy>;
}

/** Waits up to a minute and a half in all; after that the episode waits as a whole. */
const usual: RetryPolicy = {
  attempts: { busy: 10, broken: 4 },
  firstWait: 500,
  longestWait: 20_000,
  total: 120_000,
  idle: 30_000,
};

export const retryPolicyOf = ({ patience }: TurnOptions): RetryPolicy => ({
  ...usual,
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

export interface Turns<Sdk> {
  /** Repeats the request, each time in its turn, until it succeeds or fails for good. */
  request<T>(
    request: SpeechRequest,
    ask: Ask<Sdk, T>,
    signal: AbortSignal,
    limits?: Deadlines,
  ): Promise<T>;
  learn(allowed: number | null): void;
}

export function openTurns<Sdk>(tools: TurnTools<Sdk>): Turns<Sdk> {
  const { call, crowdingOf } = tools;
  const patience = retryPolicyOf(tools);
  const limiter = openLimiter(tools.concurrency);
  const claimShare = tools.shares ? claimWhileBusy(limiter, tools.shares) : () => {};

  /** Takes a lower limit that the failure names; otherwise halves the limit. */
  const backOff = ({ allowed }: Crowding, feedback: Feedback) => {
    if (allowed !== null && allowed < limiter.learnt) limiter.learn(allowed);
    else feedback.tooMany();
  };

  return {
    request({ episode = randomUUID(), beforeBuying }, ask, signal, limits = patience) {
      const ticket = limiter.queue(episode);
      return retry(patience, signal, () => {
        const spoken = limiter.run(ticket, signal, async (feedback) => {
          await beforeBuying?.();
          return call(signal, ask, limits).catch((error: unknown) => {
            const crowding = error instanceof ProviderFailure ? crowdingOf(error) : null;
            if (crowding) backOff(crowding, feedback);
            throw error;
          });
        });
        claimShare();
        return spoken;
      });
    },
    learn(allowed) {
      if (allowed !== null) limiter.learn(allowed);
    },
  };
}
