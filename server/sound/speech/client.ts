import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import type { Deadlines } from '../../base/kit/provider.ts';
import * as calls from './calls.ts';
import { failureOf, provider } from './speechFailures.ts';

export interface ElevenlabsAccount {
  apiKey: string;
  /** Another address than ElevenLabs' own. */
  baseUrl: string | null;
}

export type Ask<T> = calls.Ask<ElevenLabsClient, T>;
export type Call = calls.Call<ElevenLabsClient>;

/**
 * Loads the SDK: some 5,000 files, 130 MB and more than a second in which the process does nothing
 * else. On a busy machine that is long enough to lose the job in hand, so a server does it before it
 * takes one; development and tests wait until somebody speaks.
 */
export const loadElevenlabs = () => import('@elevenlabs/elevenlabs-js');

export function elevenlabsCalls({ apiKey, baseUrl }: ElevenlabsAccount, usual: Deadlines): Call {
  const connect = async () => {
    const sdk = await loadElevenlabs();
    return new sdk.ElevenLabsClient({
      apiKey,
      maxRetries: 0,
      // An address that a provider names is not one that we chose, nor one to send our key to.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
      ...(baseUrl ? { baseUrl } : {}),
    });
  };
  return calls.openCalls({ provider, connect, failureOf }, usual);
}
