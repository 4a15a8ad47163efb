import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { lazily } from '../lazily.ts';
import { type Deadlines, timed, watchCall } from '../provider.ts';
import { failureOf, OwnFault, provider } from './failures.ts';

export interface ElevenlabsAccount {
  apiKey: string;
  /** Another address than ElevenLabs' own. */
  baseUrl: string | null;
}

/** One request through the SDK; it calls `alive` for each chunk of the answer. */
export type Ask<T> = (
  sdk: ElevenLabsClient,
  abortSignal: AbortSignal,
  alive: () => void,
) => Promise<T>;

/**
 * Makes one call with deadlines, the usual ones unless others are given. Every failure of the provider
 * is thrown as a `ProviderFailure`.
 */
export type Call = <T>(signal: AbortSignal, ask: Ask<T>, limits?: Deadlines) => Promise<T>;

/**
 * Loads the SDK: some 5,000 files, 130 MB and more than a second in which the process does nothing
 * else. On a busy machine that is long enough to lose the job in hand, so a server does it before it
 * takes one; development and tests wait until somebody speaks.
 */
export const loadElevenlabs = () => import('@elevenlabs/elevenlabs-js');

export function elevenlabsCalls({ apiKey, baseUrl }: ElevenlabsAccount, usual: Deadlines): Call {
  const client = lazily(async () => {
    const sdk = await loadElevenlabs();
    return new sdk.ElevenLabsClient({
      apiKey,
      maxRetries: 0,
      // An address that a provider names is not one that we chose, nor one to send our key to.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
      ...(baseUrl ? { baseUrl } : {}),
    });
  });

  return async (signal, ask, limits = usual) => {
    const sdk = await client();
    return timed(provider, async () => {
      const watch = watchCall(provider, signal, limits);
      try {
        return await ask(sdk, watch.signal, watch.alive);
      } catch (error) {
        if (watch.signal.aborted) throw watch.signal.reason;
        throw error instanceof OwnFault ? error.cause : failureOf(error);
      } finally {
        watch.end();
      }
    });
  };
}
