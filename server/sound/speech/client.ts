import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import type { Deadlines } from '../../base/kit/provider.ts';
import * as calls from './calls.ts';
import type { Credits, ProviderVoice } from './speech.ts';
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

/* These calls are free of charge. */

export const askCredits: Ask<Credits> = async (sdk, abortSignal) => {
  const plan = await sdk.user.subscription.get({ abortSignal });
  const renewedAt = plan.nextCharacterCountResetUnix;
  return {
    tier: plan.tier,
    used: plan.characterCount,
    limit: plan.characterLimit,
    renewedAt: renewedAt ? renewedAt * 1000 : null,
    byUse: plan.maxCreditLimitExtension !== 0,
  };
};

export const askModels: Ask<{ id: string; speaksEnglish: boolean }[]> = async (
  sdk,
  abortSignal,
) => {
  const models = await sdk.models.list({ abortSignal });
  return models
    .filter(({ canDoTextToSpeech }) => canDoTextToSpeech)
    .map(({ modelId: id, languages }) => ({
      id,
      speaksEnglish: languages?.some(({ languageId }) => languageId === 'en') ?? false,
    }));
};

export const askVoices: Ask<ProviderVoice[]> = async (sdk, abortSignal, alive) => {
  const found: ProviderVoice[] = [];
  let nextPageToken: string | undefined;
  do {
    const query = { pageSize: 100, ...(nextPageToken ? { nextPageToken } : {}) };
    const page = await sdk.voices.search(query, { abortSignal });
    alive();
    for (const { voiceId: id, name, labels, description, category, sharing } of page.voices) {
      found.push({
        id,
        name: name ?? id,
        labels: labels ?? {},
        description: description ?? null,
        category: category ?? null,
        rate: sharing?.rate ?? 1,
        endsAt: sharing?.disableAtUnix ? sharing.disableAtUnix * 1000 : null,
      });
    }
    nextPageToken = page.hasMore ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return found;
};
