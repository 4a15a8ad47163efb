import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import type { Deadlines } from '../../base/kit/provider.ts';
import * as calls from './calls.ts';
import { failureOf, provider } from './speechFailures.ts';

export interface ElevenlabsAccount {
  apiKey: string;
  /** Null for ElevenLabs' own. */
  baseUrl: string | null;
}

export type Ask<T> = calls.Ask<ElevenLabsClient, T>;
export type Call = calls.Call<ElevenLabsClient>;

/**
 * Loads 5,000 files and 130 MB, and blocks the process for more than a second. That can lose the
 * job in hand, so a server does it before it takes one; development and tests wait for speech.
 */
export const loadElevenlabs = () => import('@elevenlabs/elevenlabs-js');

export function elevenlabsCalls({ apiKey, baseUrl }: ElevenlabsAccount, usual: Deadlines): Call {
  const connect = async () => {
    const sdk = await loadElevenlabs();
    return new sdk.ElevenLabsClient({
      apiKey,
      maxRetries: 0,
      // A redirect could send our key to an address that we did not choose.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
      ...(baseUrl ? { baseUrl } : {}),
    });
  };
  return calls.openCalls({ provider, connect, failureOf }, usual);
}
